/**
 * Makes a reader of runs of characters: answers where the run ends that begins at a place. Other than an expression it
 * needs no memory for each character, so that a run of many megabytes is no more than a short one.
 *
 * @param members the characters of ASCII that belong to a run, letters and digits apart
 */
export function createRun(members: string): (text: string, from: number) => number {
  const belongs = new Uint8Array(128)
  for (let sign = 0; sign < 128; sign++)
    if (/[A-Za-z\d]/.test(String.fromCharCode(sign)) || members.includes(String.fromCharCode(sign))) belongs[sign] = 1
  return (text, from) => {
    let at = from
    while (at < text.length && belongs[text.charCodeAt(at)] === 1) at += 1
    return at
  }
}

/** Where a run ends that reaches to the first of some characters. */
export function createRunUntil(enders: string): (text: string, from: number) => number {
  const ends = new Uint8Array(128)
  for (const sign of enders) ends[sign.charCodeAt(0)] = 1
  return (text, from) => {
    let at = from
    while (at < text.length && ends[text.charCodeAt(at)] !== 1) at += 1
    return at
  }
}
