/**
 * Why a server cannot listen at a host, and what to do, a sentence each; undefined where it is about the port, or about
 * something else.
 *
 * @param at.setting the variable that names the host
 */
export function whyNotListening(
  error: unknown,
  { setting, host }: { setting: string; host: string },
): { message: string; fix: string } | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException
  const fix = `Set ${setting} to an address of this machine, to 0.0.0.0 for all of them, or unset it for localhost.`
  const [, bare = '', port] = /^(?:\w+:\/\/)?([\w.-]+)(?::(\d+))?\/?$/.exec(host) ?? []
  if (bare !== '' && bare !== host)
    return {
      message: `${setting} is ${host}, which contains more than a host.`,
      fix: `Set ${setting} to ${bare}${port ? `, and the port by ${setting.replace('HOST', 'PORT')}=${port}` : ''}.`,
    }
  if (syscall === 'getaddrinfo') return { message: `${setting} names the host ${host}, which was not found.`, fix }
  if (code === 'EADDRNOTAVAIL' || code === 'EINVAL')
    return { message: `${setting} names ${host}, which is not an address of this machine.`, fix }
  return undefined
}
