/**
 * Fills a store with 100,000 keys × 10 languages (or a share of it) and measures operations that people wait
 * for. `npx tsx bench/store.ts [share]`
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { actorId, type Forms } from '@dragoman/core'
import {
  addLanguage,
  allowAll,
  applyOperation,
  type ChangeRequest,
  createProject,
  type EditorFilter,
  editorPage,
  keysPage,
  openStore,
  planUndo,
  projectOverview,
  type Requester,
  type StoreConfig,
  undoOperation,
  unitsOfFile,
} from '@dragoman/store'

const BENCH: Requester = { actor: { id: actorId('user', 1), name: 'bench' }, allow: allowAll }
const LANGUAGES = ['de', 'fr', 'es', 'it', 'pl', 'ar', 'ja', 'pt-BR', 'tr']
const NAMESPACES = 20
const WORDS = 3000

const share = Number(process.argv[2] ?? 1)
const keys = Math.round(100_000 * share)
const url = process.env.TEST_POSTGRES_URL
const folder = process.env.BENCH_FOLDER ?? (await mkdtemp(join(tmpdir(), 'dragoman-bench-')))
const config: StoreConfig =
  process.env.BENCH_DIALECT === 'postgres' && url ? { kind: 'postgres', url } : { kind: 'sqlite', folder }
const at = '2026-01-02T03:04:05.000Z'

let seed = 42
function random(): number {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
  return seed / 2 ** 32
}

const CHARACTERS = new Map([
  ['ja', 'あいうえおかきくけこさしすせそ日本語支払設定確認画面変更保存削除検索'],
  ['ar', 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'],
])
const words = new Map(
  ['en', ...LANGUAGES].map((tag) => [
    tag,
    Array.from({ length: WORDS }, () => word(CHARACTERS.get(tag) ?? 'abcdefghijklmnoprstuvwz', tag)),
  ]),
)

function word(characters: string, tag: string): string {
  const length = tag === 'ja' ? 1 + Math.floor(random() * 3) : 2 + Math.floor(random() * 8)
  return Array.from({ length }, () => characters[Math.floor(random() * characters.length)]).join('')
}

function sentence(tag: string, placeholder: boolean): string {
  const known = words.get(tag) ?? []
  const parts = Array.from(
    { length: 2 + Math.floor(random() * 8) },
    () => known[Math.floor(random() ** 2 * WORDS)],
  )
  if (placeholder) parts.push('{{name}}')
  return parts.join(tag === 'ja' ? '' : ' ')
}

function* changes(): Generator<ChangeRequest> {
  for (let i = 0; i < keys; i++) {
    const namespace = `space${Math.floor((i * NAMESPACES) / keys)}`
    const plural = i % 20 === 0 ? 'cardinal' : 'none'
    const placeholder = i % 5 === 0
    const texts = new Map<string, { forms: Forms }>()
    for (const tag of ['en', ...LANGUAGES]) {
      if (tag !== 'en' && random() < 0.1) continue
      const other = sentence(tag, placeholder && !(tag !== 'en' && random() < 0.02))
      texts.set(tag, { forms: plural === 'none' ? { other } : { one: `${other} 1`, other } })
    }
    const name = `section${Math.floor(i / 40) % 100}.item${i}.title`
    yield { kind: 'add-key', namespace, name, plural, path: name.split('.'), texts }
  }
}

const started = performance.now()
const store = await openStore(config)
report('open, first time', performance.now() - started)
let peak = 0
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
}, 50)

const slug = `bench${Date.now()}`
const project = await store.write(async (w) => {
  const made = await createProject(w, { slug, name: slug, sourceLanguage: 'en', at })
  for (const tag of LANGUAGES) await addLanguage(w, { projectId: made.id, tag, by: BENCH, at })
  return made
})

let longestPause = 0
let last = performance.now()
const heart = setInterval(() => {
  const now = performance.now()
  longestPause = Math.max(longestPause, now - last)
  last = now
}, 1)
const importStart = performance.now()
const imported = await store.write((w) =>
  applyOperation(w, {
    projectId: project.id,
    kind: 'import',
    by: BENCH,
    at,
    changes: { [Symbol.iterator]: changes },
  }),
)
report(`import of ${keys} keys × ${LANGUAGES.length + 1} languages`, performance.now() - importStart)
const afterImport = performance.now()
clearInterval(heart)
clearInterval(watch)
report('longest pause of the event loop meanwhile', longestPause)
console.log(`peak RSS ${Math.round(peak / 1e6)} MB`)
if (config.kind === 'sqlite')
  console.log(`database ${Math.round((await stat(join(folder, 'dragoman.db'))).size / 1e6)} MB`)

function report(title: string, ms: number): void {
  console.log(`${title}: ${ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms`)
}

async function measure(title: string, times: number, job: (i: number) => Promise<unknown>): Promise<void> {
  const taken: number[] = []
  await job(0)
  const cpu = process.cpuUsage()
  for (let i = 0; i < times; i++) {
    const from = performance.now()
    await job(i)
    taken.push(performance.now() - from)
  }
  const used = process.cpuUsage(cpu)
  taken.sort((a, b) => a - b)
  const at = (part: number) =>
    (taken[Math.min(taken.length - 1, Math.floor(taken.length * part))] ?? 0).toFixed(2)
  console.log(
    `${title.padEnd(44)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   max ${at(1)} ms   cpu ${((used.user + used.system) / 1000 / times).toFixed(2)} ms`,
  )
}

const page = (filter: EditorFilter, more: object = {}, language = 'de') =>
  store.read((r) =>
    editorPage(r, { projectId: project.id, sourceLanguage: 'en', language, filter, limit: 100, ...more }),
  )
const pick = (tag: string, from: number) => words.get(tag)?.[Math.floor(from + random() * 500)] ?? ''

await store.waitForIndex()
report('index of the search caught up after', performance.now() - afterImport)

await measure('first page', 50, () => page({}))
await measure('page at a random place', 50, () => page({}, { offset: Math.floor(random() * keys) }))
await measure('around a key', 50, () => page({}, { around: 1 + Math.floor(random() * keys) }))
await measure('state untranslated', 50, (i) => page({ states: ['untranslated'] }, { offset: i * 100 }))
await measure('state reviewed (none)', 50, () => page({ states: ['reviewed'] }))
await measure('states untranslated, draft; last page', 50, () =>
  page({ states: ['untranslated', 'draft'] }, { offset: keys / 10 - 200 }),
)
await measure('failing', 50, () => page({ failing: true }))
await measure('not failing', 20, () => page({ failing: false }))
await measure('one namespace, untranslated', 50, (i) =>
  page({ states: ['untranslated'], namespaces: [`space${i % NAMESPACES}`] }),
)
await measure('three namespaces', 50, (i) => page({ namespaces: [`space${i % 5}`, 'space9', 'space17'] }))
await measure('tag that no key has', 20, () => page({ tags: ['legal'] }))
await measure('plural', 20, () => page({ plural: true }))
await measure('plural and untranslated', 20, () => page({ plural: true, states: ['untranslated'] }))
await measure('key by pattern, few', 50, (i) => page({ keyPatterns: [`*item${i * 99}.*`] }))
await measure('key by pattern, many', 50, (i) => page({ keyPatterns: [`section${i}.*`] }))
await measure('word, common', 100, () => page({ words: [pick('en', 0)] }))
await measure('word, middling', 100, () => page({ words: [pick('en', 1200)] }))
await measure('word, rare', 100, () => page({ words: [pick('en', 2500)] }))
await measure('word of two letters', 50, () => page({ words: [pick('en', 2500).slice(0, 2)] }))
await measure('two letters that are nowhere', 20, () => page({ words: ['qx'] }))
await measure('Japanese, two characters', 50, () =>
  page({ words: [pick('ja', 2500).padEnd(2, '支').slice(0, 2)] }, {}, 'ja'),
)
await measure('Japanese, rare character', 20, () => page({ words: ['鬱'] }, {}, 'ja'))
await measure('two common words', 50, () => page({ words: [pick('en', 0), pick('de', 0)] }))
await measure('two words, one rare', 50, () => page({ words: [pick('en', 0), pick('en', 2500)] }))
await measure('common word, untranslated', 50, () =>
  page({ words: [pick('en', 0)], states: ['untranslated'] }),
)
await measure('common word, reviewed (none)', 20, () =>
  page({ words: [pick('en', 0)], states: ['reviewed'] }),
)
await measure('common word, not another', 50, () =>
  page({ words: [pick('en', 0)], notWords: [pick('en', 0)] }),
)
await measure('common word, last page', 20, () => page({ words: [pick('en', 0)] }, { offset: 5000 }))
await measure('grid of ten languages', 30, () =>
  store.read((r) =>
    keysPage(r, { projectId: project.id, languages: ['en', ...LANGUAGES], filter: {}, limit: 50 }),
  ),
)
await measure('grid, word', 30, () =>
  store.read((r) =>
    keysPage(r, {
      projectId: project.id,
      languages: ['en', ...LANGUAGES],
      filter: { words: [pick('en', 2000)] },
      limit: 50,
    }),
  ),
)
await measure('grid, untranslated somewhere', 30, () =>
  store.read((r) =>
    keysPage(r, {
      projectId: project.id,
      languages: ['en', ...LANGUAGES],
      filter: { states: ['untranslated'] },
      limit: 50,
    }),
  ),
)
await measure('overview', 30, () => store.read((r) => projectOverview(r, project.id)))
await measure('units of a file', 20, (i) =>
  store.read((r) => unitsOfFile(r, project.id, 'de', `space${i % NAMESPACES}`)),
)
await measure('save of a translation', 300, (i) =>
  store.write((w) =>
    applyOperation(w, {
      projectId: project.id,
      kind: 'save',
      by: BENCH,
      at,
      changes: [
        {
          kind: 'translate',
          keyId: 1 + ((i * 331) % keys),
          language: 'de',
          forms: { other: `${sentence('de', false)} ${i}` },
        },
      ],
    }),
  ),
)
await measure('save of a source text', 100, (i) =>
  store.write((w) =>
    applyOperation(w, {
      projectId: project.id,
      kind: 'save',
      by: BENCH,
      at,
      changes: [
        {
          kind: 'translate',
          keyId: 1 + ((i * 331) % keys),
          language: 'en',
          forms: { other: `${sentence('en', false)} ${i}` },
        },
      ],
    }),
  ),
)
console.log(`RSS after all ${Math.round(process.memoryUsage().rss / 1e6)} MB`)
if (imported.ok && process.env.BENCH_UNDO) {
  await measure('plan of undoing the import', 1, () =>
    store.read((r) => planUndo(r, project.id, imported.operationId, 200)),
  )
  await measure('undo of the import', 1, () =>
    store.write((w) =>
      undoOperation(w, {
        projectId: project.id,
        operationId: imported.operationId,
        by: BENCH,
        at,
        keepNewer: 'keep',
      }),
    ),
  )
}
await store.close()
const reopen = performance.now()
const again = await openStore(config)
report('open again', performance.now() - reopen)
await again.close()
if (!process.env.BENCH_KEEP) await rm(folder, { recursive: true, force: true })
