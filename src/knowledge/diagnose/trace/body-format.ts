/**
 * The place in a program, or in what a program printed of its request, where the body of a token request is made JSON.
 * Undefined where the text has a form too: then it is not known which of the two was sent.
 */
export function madeAsJson(text: string, at: number): string | undefined {
  const near = text.slice(Math.max(0, at - 700), at + 900)
  if (!/grant_?type/i.test(near) || asForm.test(near)) return undefined
  return asJson.exec(near)?.[0].trim().slice(0, 80)
}

/** What libraries have for a body of JSON. */
const asJson =
  /\bJSON\.stringify\(\s{0,3}[\w{]|\bConvertTo-Json\b|\bjson_encode\(|\bjson\.Marshal\(|\bjson=[\w{]|\.json\(\s{0,3}[&{\w](?!\))|\bPostAsJsonAsync\b|\bJsonContent\b|\bto_json\b|\bJason\.encode!?\(|\bwriteValueAsString\(|["']json["']\s{0,2}=>\s{0,2}\[|\bas_json\b|-ContentType\s{1,4}["']?application\/json|\b(?:contentType|content_type)["']?\s{0,2}[:(=]\s{0,2}["'(]?(?:MediaType\.APPLICATION_JSON|application\/json)|\baxios\.post\(\s{0,9}[^,\n]{4,200},\s{0,9}\{/

const asForm =
  /x-www-form-urlencoded|URLSearchParams|qs\.stringify|querystring\.stringify|http_build_query|form_params|FormUrlEncodedContent|encode_query|urlencode\(|\.form\(|FormBody|url\.Values|APPLICATION_FORM_URLENCODED|-d\s{1,3}["']?(?:grant_type|code)=|--data(?:-urlencode|-raw)?\s{1,3}["']?(?:grant_type|code)=/

/** Whether the object that begins at a place is the text of a body: in quotation marks, or on a line of its own. */
export function isBody(text: string, at: number): boolean {
  const before = `\n${text.slice(Math.max(0, at - 60), at)}`
  return /(?:['"`]|\bbody\b["']?\s{0,2}[:=]\s{0,2}|\n)[ \t]{0,8}$/i.test(before)
}
