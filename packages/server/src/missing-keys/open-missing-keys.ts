import { append, isKeyName, isNamespace, jsonOrNull, parseTag } from '@dragoman/core'
import { type NotedKey, noteMissingKeys } from '@dragoman/store'
import type { MissingAddress, MissingKeysDoor } from '../delivery/missing-address.ts'
import { refuse } from '../delivery/plain-answers.ts'
import { answerPosted, openPostDoor } from '../delivery/post-door.ts'
import { openLoop } from '../open-loop.ts'
import type { ReportsOptions } from '../reports-options.ts'

export type MissingKeys = MissingKeysDoor & { readonly close: () => Promise<void> }

const BODY_MAX = 64 * 1024
const KEYS_IN_REQUEST = 100
/** Longer default texts are cut: they are only shown in a list. */
const TEXT_MAX = 2000
/** Keys that wait to be written; more are dropped. */
const WAITING_MAX = 5000
/** Requests per network and minute: an app sends one for each missing key. */
const REQUESTS_MAX = 300

/**
 * Collects what apps report and writes it every few seconds, so that a flood costs one write. Never creates
 * keys. Accepts reports only for channels that collect them.
 */
export function openMissingKeys({
  publisher,
  store,
  log,
  now,
  networkOf,
  timings,
}: ReportsOptions): MissingKeys {
  let waiting = new Map<string, NotedKey & { readonly projectId: number }>()
  const door = openPostDoor({ publisher, networkOf, requestsMax: REQUESTS_MAX, bodyMax: BODY_MAX })

  async function flush(): Promise<void> {
    const noted = waiting
    if (noted.size === 0) return
    waiting = new Map()
    const byProject = new Map<number, NotedKey[]>()
    for (const { projectId, ...key } of noted.values()) append(byProject, projectId, key)
    for (const [projectId, keys] of byProject) {
      try {
        await store.write((w) => noteMissingKeys(w, { projectId, keys, at: now().toISOString() }))
      } catch (error) {
        // Apps report missing keys again.
        log({ level: 'warn', event: 'missing-keys-not-noted', error })
      }
    }
  }

  const loop = openLoop(flush, (error) => log({ level: 'warn', event: 'missing-keys-not-noted', error }))
  loop.start(timings.missingKeysMs)

  function note(projectId: number, { language, namespace }: MissingAddress, entries: readonly Entry[]): void {
    for (const [name, text] of entries) {
      const id = `${projectId} ${namespace} ${name}`
      const known = waiting.get(id)
      if (known === undefined && waiting.size >= WAITING_MAX) continue
      waiting.set(id, {
        projectId,
        namespace,
        name,
        text: text || (known?.text ?? ''),
        languages: [...new Set([...(known?.languages ?? []), language])],
        count: (known?.count ?? 0) + 1,
      })
    }
  }

  return {
    async handle(request, response, address) {
      const { project, channel: name } = address
      const posted = await door.take(request, response, {
        project,
        channel: name,
        isTaken: ({ collectsMissing }) => collectsMissing,
      })
      if (posted === null) return
      const { channel, body } = posted
      const entries = readEntries(body)
      const tag = parseTag(address.language.replaceAll('_', '-'))
      if (entries === null || !tag.ok || !isNamespace(address.namespace))
        return refuse(response, 422, 'invalid-input')
      note(channel.projectId, { ...address, language: tag.tag }, entries)
      answerPosted(response)
    },
    async close() {
      await loop.close()
      door.close()
      await flush()
    },
  }
}

type Entry = readonly [name: string, text: string]

/**
 * Reads keys with the texts that apps show instead, as i18next-http-backend sends them; null for anything
 * else. Names that no key can have are left out: they could not be added.
 */
function readEntries(body: string): readonly Entry[] | null {
  const parsed = jsonOrNull(body)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
  const entries = Object.entries(parsed)
  if (entries.length > KEYS_IN_REQUEST) return null
  return entries.flatMap(([name, text]): Entry[] => (isKeyName(name) ? [[name, shownText(text)]] : []))
}

/** Returns the text an app shows; objects are not turned into text. */
function shownText(text: unknown): string {
  return typeof text === 'string' || typeof text === 'number' ? String(text).slice(0, TEXT_MAX) : ''
}
