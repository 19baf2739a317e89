/**
 * A text with line feeds alone and without what a mail or a chat puts before each line: marks of a quotation, an
 * indentation that all lines share. Linear in the text.
 */
export function evenLines(text: string): string {
  const lines = withoutQuotation(text.replaceAll('\r\n', '\n').split('\n'))
  const filled = lines.filter((line) => line.trim() !== '')
  const shared = filled.reduce((least, line) => Math.min(least, indentation.exec(line)?.[0].length ?? 0), 40)
  const even = shared === 0 ? lines : lines.map((line) => line.slice(Math.min(shared, line.length)))
  return even.join('\n').replace(headersInLine, (list) => list.replace(/ (?=[A-Z][\w-]{1,40}: )/g, '\n'))
}

/** The headers of a response as .NET prints it in one line: `Headers: { X-Request-Id: 7 Content-Type: text/html }`. */
const headersInLine = /\bHeaders: ?\{[^{}\n]{10,4000}\}/g

/** Lines without the signs of a quotation, where each has them and they are not those of a request that curl sent. */
function withoutQuotation(lines: string[]): string[] {
  const quoted = lines.every((line) => line.trim() === '' || quotation.test(line))
  return quoted && !lines.some((line) => /^> [A-Z]{3,7} \//.test(line))
    ? lines.map((line) => line.replace(quotation, ''))
    : lines
}

const quotation = /^(?:>(?: |(?=>)|$)){1,10}/
const indentation = /^[ \t]{0,40}/
