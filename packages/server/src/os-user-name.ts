import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { usableName } from '@dragoman/core'

const run = promisify(execFile)

/**
 * Returns the full name of the user who runs the program if the system knows one, else the login name;
 * `owner` if there is neither.
 */
export async function osUserName(): Promise<string> {
  const login = loginName()
  // The name is optional: no error of the system can prevent the start.
  const name = (await fullName(login).catch(() => null)) ?? login
  return usableName(name) ?? 'owner'
}

function loginName(): string {
  try {
    return userInfo().username || 'owner'
  } catch {
    return 'owner' // a container can run under an id without a name
  }
}

async function fullName(login: string): Promise<string | null> {
  switch (process.platform) {
    case 'darwin':
      return (await run('id', ['-F'], { timeout: 1000 })).stdout.trim() || null
    case 'win32':
      return null
    default:
      return (
        fullNameIn(await readFile('/etc/passwd', 'utf8'), login) ??
        fullNameIn(await directoryEntry(login), login)
      )
  }
}

/** Returns an account's entry, also for accounts of a directory service, which are not in /etc/passwd. */
async function directoryEntry(login: string): Promise<string> {
  return (await run('getent', ['passwd', login], { timeout: 1000 })).stdout
}

/**
 * Returns the first part of an account's comment field (passwd(5)), in which `&` is replaced by the login name;
 * null if empty.
 */
export function fullNameIn(passwd: string, login: string): string | null {
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === login)
  const name = fields?.[4]
    ?.split(',')[0]
    ?.replaceAll('&', login.charAt(0).toUpperCase() + login.slice(1))
    .trim()
  return name === undefined || name === '' ? null : name
}
