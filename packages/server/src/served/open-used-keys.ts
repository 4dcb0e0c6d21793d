import { jsonOrNull, LIMITS } from '@dragoman/core'
import { noteUsedKeys } from '@dragoman/store'
import { refuse } from '../delivery/plain-answers.ts'
import { answerPosted, openPostDoor } from '../delivery/post-door.ts'
import type { UsedKeysDoor } from '../delivery/used-address.ts'
import { openLoop } from '../open-loop.ts'
import type { ReportsOptions } from '../reports-options.ts'

export type UsedKeys = UsedKeysDoor & { readonly close: () => Promise<void> }

const BODY_MAX = 64 * 1024
const KEYS_IN_REQUEST = 1000
/** Names that wait to be written; more are dropped. */
const WAITING_MAX = 20_000
const REQUESTS_MAX = 300

/**
 * Accepts the keys that apps looked up and writes them every few seconds. Names without a key are dropped
 * then: a caller who invents some can at most mark keys as used.
 */
export function openUsedKeys({ publisher, store, log, now, networkOf, timings }: ReportsOptions): UsedKeys {
  const door = openPostDoor({ publisher, networkOf, requestsMax: REQUESTS_MAX, bodyMax: BODY_MAX })
  /** Names by project and namespace. */
  let waiting = new Map<string, { projectId: number; namespace: string; names: Set<string> }>()
  let count = 0

  async function flush(): Promise<void> {
    const noted = waiting
    if (noted.size === 0) return
    waiting = new Map()
    count = 0
    const day = now().toISOString().slice(0, 10)
    for (const { projectId, namespace, names } of noted.values()) {
      try {
        await store.write((w) => noteUsedKeys(w, { projectId, namespace, names: [...names], day }))
      } catch (error) {
        // Used keys are reported again.
        log({ level: 'warn', event: 'used-keys-not-noted', error })
      }
    }
  }

  const loop = openLoop(flush, (error) => log({ level: 'warn', event: 'used-keys-not-noted', error }))
  loop.start(timings.usedKeysMs)

  function note(projectId: number, namespace: string, names: readonly string[]): void {
    const id = `${projectId} ${namespace}`
    const known = waiting.get(id) ?? { projectId, namespace, names: new Set<string>() }
    for (const name of names) {
      if (count >= WAITING_MAX) break
      if (known.names.has(name)) continue
      known.names.add(name)
      count += 1
    }
    if (known.names.size > 0) waiting.set(id, known)
  }

  return {
    async handle(request, response, address) {
      const { project, channel, namespace } = address
      const posted = await door.take(request, response, { project, channel })
      if (posted === null) return
      const names = readNames(posted.body)
      if (names === null || namespace.length > LIMITS.namespaceMax)
        return refuse(response, 422, 'invalid-input')
      note(posted.channel.projectId, namespace, names)
      answerPosted(response)
    },
    async close() {
      await loop.close()
      door.close()
      await flush()
    },
  }
}

/** Reads a list of key names; null if it is something else, or too long. */
function readNames(body: string): readonly string[] | null {
  const parsed = jsonOrNull(body)
  if (!Array.isArray(parsed) || parsed.length > KEYS_IN_REQUEST) return null
  return parsed.flatMap((name: unknown) =>
    typeof name === 'string' && name !== '' && name.length <= LIMITS.keyNameMax ? [name] : [],
  )
}
