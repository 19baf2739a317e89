// What Node and browsers both have beyond the language itself, and all of it that knowledge/ may use. These declarations
// are in place of the DOM's and Node's libraries, whose other names the compiler therefore refuses here.

declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: true; ignoreBOM: true })
  /** Throws a TypeError where the bytes are not UTF-8; with `stream`, an end inside a character is kept for the next call. */
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string
}

declare class TextEncoder {
  encode(text: string): Uint8Array
}

/** Binary text, one character for each byte, from base64; throws where it is none. */
declare function atob(base64: string): string

/** Base64 of binary text; throws for characters past U+00FF. */
declare function btoa(binary: string): string
