import type { Add } from './finding.ts'
import { isLogin } from './logins.ts'
import { explainsItself } from './value-shapes.ts'

/**
 * Finds a login and its password as two lines without names, below what says that they follow: `auth-user-pass inline:`,
 * `//INPUT DD *` of a job that transfers files, `cat auth.txt`. Linear.
 */
export function findBareLogins(text: string, add: Add): void {
  if (!hint.test(text)) return
  for (const found of text.matchAll(places)) {
    if (
      /^\/\//.test(found[0]) &&
      !/PGM=(?:\w*FTP|SFTP|FTPS|COZ\w*)|\bftp\b/.test(text.slice(Math.max(0, found.index - 400), found.index))
    )
      continue
    const { user = '', value = '' } = found.groups ?? {}
    const end = found.index + found[0].length
    const start = end - value.length
    const before = text.slice(found.index, start)
    const at = found.index + before.trimEnd().length - user.length
    if (!isLogin(user) || explainsItself(value) || command.test(value)) continue
    add({ start: at, end: at + user.length, kind: 'name', name: 'user', value: user })
    add({ start, end, kind: 'password', name: 'password', value })
  }
}

const hint = /auth-user-pass|DD[ \t]+\*|\.txt|\.conf|\.cred|netrc|passwd|creds/i

/** Below the place a host may come first. */
const below =
  '[ \\t]*\\r?\\n(?:[ \\t]{0,8}(?:\\d{1,3}(?:\\.\\d{1,3}){3}|[a-z\\d-]+(?:\\.[a-z\\d-]+)+|open[ \\t]\\S{1,80})(?:[ \\t]\\d{1,5})?[ \\t]*\\r?\\n)?[ \\t]{0,8}(?<user>[\\p{L}\\d][\\w.@\\\\$#-]{1,60})[ \\t]*\\r?\\n[ \\t]{0,8}(?<value>[^\\s<>][^\\s<>]{2,80})(?=[ \\t]*(?:\\r?\\n|$))'
const places = new RegExp(
  `(?:<auth-user-pass>|auth-user-pass(?:[ \\t]+(?:inline|\\[inline\\]|\\S{1,80}))?:?|^\\/\\/[A-Z\\d.]{1,16}[ \\t]+DD[ \\t]+\\*[^\\n]{0,40}|(?:cat|type|less|more|Get-Content|gc)[ \\t]+["']?[^\\s"'|]{0,80}(?:auth|login|pass|cred|user|vpn)[\\w.-]{0,20}["']?|(?:^|[ \\t/])[\\w.-]{0,20}(?:auth|login|pass|creds?|credentials)\\.(?:txt|conf|cred|dat|file)["']?:)${below}`,
  'gimu',
)
const command =
  /^(?:put|get|mput|mget|cd|lcd|ls|dir|bin|binary|ascii|quit|bye|exit|end|site|quote|delete|\/\*|\/\/.*|#.*)$/i
