import { randomBytes } from 'node:crypto'
import { lockStoredSecrets, putStoredSecrets, type Store } from '@dragoman/store'
import { z } from 'zod'
import { StartError } from '../http/listen.ts'
import { keyOf, openText, sealText } from './seal-text.ts'

/** The secret in use, and those that the instance used before; what these have encrypted can still be read. */
export type InstanceSecrets = { readonly current: string; readonly former: readonly string[] }

const PURPOSE = 'former secrets'
const formerSchema = z.array(z.string())

/**
 * Returns the secrets of an instance: DRAGOMAN_SECRET (`set`), or one that is generated at the first start and stored in
 * the database. The former ones are stored encrypted with the current one, even if there are none, which shows at the
 * next start whether that has the same. Throws StartError if it has not.
 */
export async function instanceSecrets(store: Store, set: string | null): Promise<InstanceSecrets> {
  const offered = randomBytes(32).toString('base64url')
  return store.write(async (w) => {
    const { generated, sealed } = await lockStoredSecrets(w)
    const current = set ?? generated ?? (sealed === null ? offered : null)
    // Until the variable is set, the generated secret is the current one. Then it is no longer stored unencrypted.
    const replaced = set !== null && generated !== null ? [generated] : []
    const known = current === null ? null : formerIn(sealed, [current, ...replaced])
    if (current === null || known === null) throw secretError(set)
    const former = [...known, ...replaced]
    if (sealed === null || replaced.length > 0)
      await putStoredSecrets(w, {
        generated: set === null ? current : null,
        sealed: sealText(keyOf(current, 'seal'), JSON.stringify(former), PURPOSE),
      })
    return { current, former }
  })
}

/** Returns the former secrets that one of `secrets` can decrypt; null if none can. */
function formerIn(sealed: string | null, secrets: readonly string[]): readonly string[] | null {
  if (sealed === null) return []
  for (const secret of secrets) {
    const text = openText(keyOf(secret, 'seal'), sealed, PURPOSE)
    if (text !== null) return formerSchema.parse(JSON.parse(text))
  }
  return null
}

function secretError(set: string | null): StartError {
  const next =
    'Set it to the value that all servers of this database have had. If that is lost, run "dragoman forget-secret": what was encrypted with it then has to be entered or created again.'
  return set === null
    ? new StartError(
        'secret-missing',
        `DRAGOMAN_SECRET is not set, but this database was used with one. ${next}`,
      )
    : new StartError(
        'secret-wrong',
        `DRAGOMAN_SECRET is not the one that this database was used with. ${next}`,
      )
}
