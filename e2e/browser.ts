import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from 'playwright'

const run = promisify(execFile)

/** One way to get a browser onto this machine. `install` rejects when it did not work out. */
export interface Installer {
  name: string
  install: () => Promise<unknown>
}

/** Where to look, and what to try when there is nothing. */
export interface Search {
  /** The path that the person set, which then is the only one. */
  chosen: string | undefined
  places: () => string[]
  installers: Installer[]
}

/**
 * The path of a Chromium, Chrome or Edge that starts on this machine. CLAIMCHECK_BROWSER decides when it is set;
 * otherwise the first place where one starts; otherwise the installers are tried in order, and the places are looked at
 * again after each.
 *
 * @throws an Error that says what was tried and what to do, when CLAIMCHECK_BROWSER does not start or nothing was found
 */
export async function findBrowser({ chosen, places, installers }: Search = thisMachine()): Promise<string> {
  if (chosen) {
    if (await starts(chosen)) return chosen
    throw new Error(
      `CLAIMCHECK_BROWSER is ${chosen}, and no browser starts from there. Set it to the path of a Chromium, Chrome or Edge, or unset it to have one found.`,
    )
  }
  const installed = await firstThatStarts(places())
  if (installed) return installed

  const attempts: string[] = []
  for (const { name, install } of installers) {
    const outcome = await install().then(() => 'ended without an error, but no browser starts', reason)
    const browser = await firstThatStarts(places())
    if (browser) return browser
    attempts.push(`  ${name}: ${outcome}`)
  }
  throw new Error(
    [
      'The browser suite cannot run, because no Chromium, Chrome or Edge was found on this machine and none could be installed.',
      ...attempts,
      'Install Chromium or Chrome, or set CLAIMCHECK_BROWSER to the path of one that is installed elsewhere, and run the command again.',
    ].join('\n'),
  )
}

function thisMachine(): Search {
  return { chosen: process.env.CLAIMCHECK_BROWSER, places: browserPlaces, installers: browserInstallers() }
}

/** Where a browser may be: on PATH, where each system's installers put it, and where Playwright keeps its own. */
function browserPlaces(): string[] {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']
  const usual: Partial<Record<NodeJS.Platform, string[]>> = {
    linux: [
      ...names.flatMap((name) => onPath.map((directory) => join(directory, name))),
      '/usr/lib/chromium/chromium',
      '/opt/google/chrome/chrome',
      '/opt/microsoft/msedge/msedge',
    ],
    darwin: ['/Applications', join(process.env.HOME ?? '', 'Applications')].flatMap((applications) =>
      ['Chromium', 'Google Chrome', 'Microsoft Edge'].map((name) =>
        join(applications, `${name}.app`, 'Contents', 'MacOS', name),
      ),
    ),
    win32: [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA].flatMap((directory) =>
      [
        'Chromium\\Application\\chrome.exe',
        'Google\\Chrome\\Application\\chrome.exe',
        'Microsoft\\Edge\\Application\\msedge.exe',
      ].map((program) => join(directory ?? 'C:\\', program)),
    ),
  }
  return [...(usual[process.platform] ?? []), chromium.executablePath()]
}

/** Playwright's own download first, because it needs no rights; then, as root on Debian and its kin, the package. */
function browserInstallers(): Installer[] {
  const minutes = 60_000
  const playwright = join(dirname(fileURLToPath(import.meta.resolve('playwright/package.json'))), 'cli.js')
  const playwrights: Installer = {
    name: "Playwright's download of Chromium",
    install: () =>
      run(process.execPath, [playwright, 'install', 'chromium'], {
        timeout: 5 * minutes,
        env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', ...process.env },
      }),
  }
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return [playwrights]

  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return [
    playwrights,
    {
      name: 'the Debian package chromium',
      install: async () => {
        await run('apt-get', ['update'], { timeout: 5 * minutes, env })
        // Without its recommendations Chromium brings no font, and a page without glyphs has no size to click on.
        await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'], {
          timeout: 10 * minutes,
          env,
        })
      },
    },
    {
      // Ubuntu's package chromium only points to a snap; there Playwright's download wants its libraries.
      name: "the libraries that Playwright's Chromium needs",
      install: () => run(process.execPath, [playwright, 'install-deps', 'chromium'], { timeout: 10 * minutes, env }),
    },
  ]
}

async function firstThatStarts(paths: string[]): Promise<string | undefined> {
  for (const path of paths) if (await starts(path)) return path
  return undefined
}

/** A downloaded browser may lack libraries of the system, so being there is not enough. */
async function starts(path: string): Promise<boolean> {
  if (!existsSync(path)) return false
  // On Windows the question for the version opens a window instead of answering.
  if (process.platform === 'win32') return true
  return run(path, ['--version'], { timeout: 30_000 }).then(
    () => true,
    () => false,
  )
}

/** The line in which a failed program says why: apt-get starts it with "E:", Playwright with "Error:". */
function reason(failure: unknown): string {
  const { stderr, message, killed } = failure as { stderr?: string; message: string; killed?: boolean }
  if (killed) return 'took too long and was stopped'
  const lines = (stderr?.trim() || message).split('\n')
  return lines.find((line) => /^(E|Error): /.test(line)) ?? lines.at(-1) ?? message
}
