import type { ChangedFiles } from './channel-connection.ts'
import { type Backend, connectorOf, type FollowableI18n } from './followable-i18n.ts'

/** Emitted by i18next after texts have changed, for code that renders without react-i18next. */
export const TEXTS_CHANGED = 'textsChanged'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000

/** States of a file in the `state` of i18next's backend connector. */
const LOADING = 1
const LOADED = 2

type Texts = Readonly<Record<string, unknown>>

/** A file of one language and one namespace that the app has loaded. */
type LoadedFile = {
  /** In the `state` of i18next's backend connector. */
  readonly name: string
  readonly language: string
  readonly namespace: string
  /** The texts of the last read, to detect removed keys. */
  texts: Texts
  isReading?: boolean
  /** To be read; again if a read is in progress, because its result can be older. */
  isStale?: boolean
  failures: number
  timer?: ReturnType<typeof setTimeout>
}

export type Reloader = {
  /** Reloads those of the files that the app has loaded; null: all of them. */
  readonly reload: (files: ChangedFiles) => void
  readonly stop: () => void
}

/**
 * Does not use `i18next.reloadResources`, which keeps removed texts, never retries a file that failed to
 * load, and accepts cached texts of i18next-chained-backend.
 */
export function openReloader(i18n: FollowableI18n): Reloader {
  const files = new Map<string, LoadedFile>()
  let isStopped = false
  let isFollowing = false
  let changed: { readonly language: string; readonly namespace: string }[] = []

  async function read(file: LoadedFile): Promise<void> {
    clearTimeout(file.timer)
    file.isStale = true
    if (file.isReading) return
    file.isReading = true
    while (file.isStale && !isStopped) {
      file.isStale = false
      try {
        const { backend, state = {} } = connectorOf(i18n) ?? {}
        const { name } = file
        if (state[name] === LOADING) throw TRY_AGAIN
        const texts = await readPastCaches(backend, file)
        file.failures = 0
        if (isStopped || !isTexts(texts)) continue
        take(file, texts)
        // So that i18next does not treat it as failed.
        if (name in state) state[name] = LOADED
      } catch (error) {
        if (error !== TRY_AGAIN || isStopped) continue
        const wait = Math.min(FIRST_WAIT_MS * 2 ** file.failures++, LONGEST_WAIT_MS)
        file.timer = setTimeout(() => void read(file), wait * (1 + Math.random()))
      }
    }
    file.isReading = false
  }

  function take(file: LoadedFile, texts: Texts): void {
    const { language, namespace } = file
    const found = i18n.getResourceBundle(language, namespace)
    const shown: Record<string, unknown> = isTexts(found) ? found : {}
    const gone = Object.keys(file.texts).filter((key) => !(key in texts) && key in shown)
    file.texts = texts
    const isSame = Object.keys(texts).every(
      (key) => JSON.stringify(texts[key]) === JSON.stringify(shown[key]),
    )
    if (isSame && gone.length === 0) return
    for (const key of gone) delete shown[key]
    i18n.addResourceBundle(language, namespace, texts)
    if (changed.length === 0) {
      // Changes that arrive together are rendered together.
      queueMicrotask(() => {
        const reloaded = changed
        changed = []
        i18n.emit(TEXTS_CHANGED, reloaded)
      })
    }
    changed.push({ language, namespace })
  }

  function readThose(names: readonly string[], changedFiles: ChangedFiles): void {
    for (const name of names) {
      const [language = '', namespace = ''] = name.split('|')
      if (!concerns(changedFiles, language, namespace)) continue
      const file = files.get(name) ?? { name, language, namespace, texts: {}, failures: 0 }
      files.set(name, file)
      void read(file)
    }
  }

  /** What was loaded from a cache since the first reload can be older than the changes that were followed. */
  function readCached(): void {
    const { backend, state = {} } = connectorOf(i18n) ?? {}
    if (isFollowing && backend?.backends?.[0]?.save)
      readThose(
        Object.keys(state).filter((name) => state[name] === LOADED && !files.has(name)),
        null,
      )
  }
  i18n.on('loaded', readCached)

  return {
    reload(changedFiles) {
      isFollowing = true
      readThose(loadedNames(i18n), changedFiles)
    },
    stop() {
      isStopped = true
      i18n.off('loaded', readCached)
      for (const { timer } of files.values()) clearTimeout(timer)
    },
  }
}

const TRY_AGAIN = {}

function isTexts(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/**
 * Returns everything that i18next has loaded or tried to load; for an app that received its texts with the
 * page, those texts.
 */
function loadedNames(i18n: FollowableI18n): string[] {
  const tried = Object.keys(connectorOf(i18n)?.state ?? {})
  if (tried.length > 0) return tried
  return Object.entries(i18n.store?.data ?? {}).flatMap(([language, namespaces]) =>
    Object.keys(namespaces).map((namespace) => `${language}|${namespace}`),
  )
}

function concerns(files: ChangedFiles, language: string, namespace: string): boolean {
  return (
    files?.some(
      (file) =>
        file.namespace === namespace &&
        (file.language === null || plainTag(file.language) === plainTag(language)),
    ) ?? true
  )
}

/** Dragoman accepts any spelling of a language code. */
const plainTag = (tag: string) => tag.replace(/_/g, '-').toLowerCase()

/**
 * Reads from the first backend of a chain that is not a cache; caches before it are updated. Rejects with
 * `TRY_AGAIN` if the backend reports that a retry can succeed.
 */
async function readPastCaches(backend: Backend | null | undefined, file: LoadedFile): Promise<unknown> {
  const chain = backend?.backends ?? [backend]
  const first = chain.findIndex((one) => one?.read && !one.save)
  const texts = await readFrom(chain[first], file)
  if (isTexts(texts))
    for (const cache of chain.slice(0, first)) cache?.save?.(file.language, file.namespace, texts)
  return texts
}

function readFrom(
  backend: Backend | null | undefined,
  { language, namespace }: LoadedFile,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const answer = backend?.read?.(language, namespace, (error, texts) => {
      if (error) reject(texts === true ? TRY_AGAIN : error)
      else resolve(texts)
    })
    // Backends with a callback return nothing.
    if (answer !== undefined || !backend?.read) resolve(answer)
  })
}
