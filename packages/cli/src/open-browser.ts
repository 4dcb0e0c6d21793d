import { spawn } from 'node:child_process'

/**
 * Whether the options ask for the browser. Without a terminal no one is there to use it, and the one-time link would be in
 * the arguments of a program.
 */
export function wantsBrowser(options: ReadonlyMap<string, string>, isTerminal: boolean): boolean {
  return !options.has('--no-open') && (isTerminal || options.has('--open'))
}

/** Opens a URL in the user's browser. Without a browser, users can open the printed URL. */
export function openBrowser(address: string): void {
  const [program, ...args] = commandFor(process.platform, address)
  if (program === undefined) return
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

function commandFor(platform: NodeJS.Platform, address: string): string[] {
  if (platform === 'darwin') return ['open', address]
  if (platform === 'win32') return ['cmd', '/c', 'start', '', address.replaceAll('&', '^&')]
  return ['xdg-open', address]
}
