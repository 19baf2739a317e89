import type { Add } from './finding.ts'
import type { Kind } from './kinds.ts'
import { explainsItself } from './value-shapes.ts'

/**
 * Finds what a command takes by its place, without a name or an option before it: `radtest user password host port secret`.
 * Linear.
 */
export function findInPlaces(text: string, add: Add): void {
  if (!hint.test(text)) return
  for (const found of text.matchAll(called)) {
    const takes = commands.get((found.groups?.command ?? '').toLowerCase().replace(/[ \t]+/g, ' '))
    if (takes === undefined) continue
    const from = found.index + found[0].length
    const handed = [
      ...text
        .slice(from, from + 400)
        .split('\n', 1)
        .join('')
        .matchAll(word),
    ].filter(({ 0: one }) => !/^--?[A-Za-z]/.test(one))
    for (const [order, kind] of takes.entries()) {
      const one = handed[order]
      if (one === undefined || kind === undefined) continue
      const value = one[1] ?? one[2] ?? one[0]
      const start = from + one.index + one[0].indexOf(value)
      if (value.length > 1 && !explainsItself(value) && !/^[$%<[{|>&;]/.test(value))
        add({ start, end: start + value.length, kind, name: kind === 'name' ? 'user' : kind, value })
    }
  }
}

const word = /"([^"\n]{1,200})"|'([^'\n]{1,200})'|[^\s"'|;&>]+/g

/** What each takes in turn, options left out, as its manual says; a dash where it is neither a login nor a secret. */
const table = `
  radtest: name password - - secret
  wpa_passphrase: - password
  nmcli dev wifi connect: - - password
  nmcli device wifi connect: - - password
  rabbitmqctl add_user: name password
  rabbitmqctl change_password: name password
  rabbitmqctl authenticate_user: name password
  mosquitto_passwd -b: - name password
  ejabberdctl register: name - password
  ejabberdctl change_password: name - password
  prosodyctl register: name - password
  doveadm auth test: name password
  doveadm auth login: name password
  grafana-cli admin reset-admin-password: password
  grafana cli admin reset-admin-password: password
  ipmitool user set password: - password
  smbclient: - password
  dscl . -passwd: - password
`
const commands: ReadonlyMap<string, (Kind | undefined)[]> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(': '))
    .map(([command = '', places = '']) => [command, places.split(' ').map(kindOf)]),
)

function kindOf(place: string): Kind | undefined {
  return place === 'name' || place === 'password' || place === 'secret' ? place : undefined
}

const names = [...commands.keys()].map((name) => name.replace(/[.]/g, '\\.').replace(/ /g, '[ \\t]+')).join('|')
const hint = new RegExp([...commands.keys()].map((name) => name.split(' ')[0]?.replace(/[.]/g, '\\.')).join('|'), 'i')
const called = new RegExp(`(?<![\\p{L}\\d_./-])(?<command>${names})[ \\t]+`, 'giu')
