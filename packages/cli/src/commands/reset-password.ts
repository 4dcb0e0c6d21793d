import { readConfig, resetLinkFor } from '@dragoman/server'
import { CommandError, type Terminal } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'
import { requireData } from './require-data.ts'

/** `dragoman reset-password NAME`: prints a link that sets a new password, for an owner who is locked out. */
export async function resetPassword(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words, options } = readArgumentsOf('reset-password', args)
  const [login = ''] = words
  const config = readConfig(env)
  await requireData(config)
  const made = await resetLinkFor(config, login, { removesSecondFactor: options.has('--remove-two-factor') })
  if (made === null) throw new CommandError(`No account has the name or the confirmed address "${login}".`)
  if (made.isSecondFactorRemoved) print(`Two-factor sign-in for ${made.name} is off.`)
  print(`Start the server and open this link within an hour, to set a new password for ${made.name}:`)
  print(made.link)
  return 0
}
