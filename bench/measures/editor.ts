import { api, callRoute } from '@dragoman/contract'
import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { type Product, startProduct, untilIdle } from '../product.ts'
import { wordBooks } from '../seed/words.ts'
import { SIZES } from '../seed.ts'
import { median, percentile } from '../statistics.ts'
import { imported, PROJECT } from '../workspace.ts'

/**
 * Pages of the editor over HTTP, as requested by the browser: filters, searches and jumps, in all languages
 * in turns.
 */
export async function measureEditor({ size, isQuick }: Plan): Promise<readonly Figure[]> {
  const { data } = await imported(size)
  const product = await startProduct({ data })
  try {
    const rounds = isQuick ? 10 : 40
    await untilIdle(product)
    const cold = await pageTime(product, { language: 'de' })
    const figures: Figure[] = [{ name: 'editor: very first page of a process', value: cold.ms, unit: 'ms' }]
    const groups = [
      { name: 'editor: first page', cases: [{ label: 'first page', query: () => ({}) }] },
      { name: 'editor: jump', cases: [{ label: 'jump by offset', query: jump(SIZES[size].keys) }] },
      { name: 'editor: any filter', cases: FILTERS },
      { name: 'editor: any search', cases: searches() },
    ]
    for (const { name, cases } of groups) {
      const measured: Figure[] = []
      for (const { label, query } of cases)
        measured.push(await measureCase(product, { name: `editor: · ${label}`, query, rounds }))
      const worst = [...measured].sort((a, b) => b.value - a.value)[0]
      if (worst !== undefined)
        figures.push({
          ...worst,
          name,
          note: `slowest p95 of ${measured.length}${measured.length > 1 ? `: ${worst.name.slice(10)}` : ''}`,
        })
      if (measured.length > 1) figures.push(...measured)
    }
    return figures
  } finally {
    await product.stop()
  }
}

type PageQuery = { readonly language: string; readonly q?: string; readonly offset?: number }
type Language = { readonly tag: string; readonly common: readonly string[]; readonly rare: readonly string[] }
type Case = {
  readonly label: string
  readonly query: (language: Language, round: number) => Omit<PageQuery, 'language'>
}

const TARGETS: readonly Language[] = wordBooks().slice(1)

const FILTERS: readonly Case[] = [
  ...['untranslated', 'draft', 'translated', 'reviewed'].map((state) => ({
    label: `state:${state}`,
    query: () => ({ q: `state:${state}` }),
  })),
  ...['outdated', 'failing', 'plural'].map((flag) => ({
    label: `is:${flag}`,
    query: () => ({ q: `is:${flag}` }),
  })),
  { label: 'ns:checkout', query: () => ({ q: 'ns:checkout' }) },
  { label: 'ns:checkout state:untranslated', query: () => ({ q: 'ns:checkout state:untranslated' }) },
  {
    label: 'state:untranslated, jump',
    query: (_, round) => ({ q: 'state:untranslated', offset: round * 211 }),
  },
  { label: '-state:translated -ns:cart', query: () => ({ q: '-state:translated -ns:cart' }) },
]

function searches(): readonly Case[] {
  return [
    { label: 'common word', query: ({ common }, round) => ({ q: common[20 + (round % 20)] ?? '' }) },
    { label: 'rare word', query: ({ rare }, round) => ({ q: rare[(round * 37) % rare.length] ?? '' }) },
    {
      label: 'two words',
      query: ({ common }, round) => ({ q: `${common[10 + (round % 10)]} ${common[30 + (round % 10)]}` }),
    },
    {
      label: 'exact phrase',
      query: ({ common }, round) => ({ q: `"${common[5]} ${common[6 + (round % 10)]}"` }),
    },
    {
      label: 'common and rare word',
      query: ({ common, rare }, round) => ({ q: `${common[5]} ${rare[(round * 53) % rare.length]}` }),
    },
    { label: 'one letter', query: (_, round) => ({ q: 'aeiou'[round % 5] ?? 'a' }) },
    { label: 'two letters, nowhere', query: () => ({ q: 'qx' }) },
    {
      label: 'two Chinese characters',
      query: (_, round) => ({ q: ['注文', '保存', '選択', '木水'][round % 4] ?? '注文' }),
    },
    {
      label: 'source word',
      query: (_, round) => ({ q: ['order', 'payment', 'folder', 'invoice'][round % 4] ?? 'order' }),
    },
    { label: 'placeholder', query: () => ({ q: '{{project}}' }) },
    { label: 'key prefix', query: (_, round) => ({ q: `key:panel${round}*` }) },
    { label: 'part of a key', query: () => ({ q: 'confirmInvoice' }) },
    { label: 'nothing found', query: (_, round) => ({ q: `zzqxj${round}` }) },
    { label: 'two common words, never together', query: () => ({ q: '"注文 order конто"' }) },
    {
      label: 'common word, untranslated',
      query: (_, round) => ({ q: `state:untranslated ${['order', 'payment', 'folder'][round % 3]}` }),
    },
    {
      label: 'rare word, untranslated',
      query: ({ rare }, round) => ({ q: `state:untranslated ${rare[(round * 31) % rare.length]}` }),
    },
    { label: 'common word, reviewed (none)', query: () => ({ q: 'state:reviewed order' }) },
    { label: 'failing, common word', query: ({ common }) => ({ q: `is:failing ${common[8]}` }) },
    { label: 'not a word', query: ({ common }) => ({ q: `-${common[0]}` }) },
    {
      label: 'word in a namespace',
      query: (_, round) => ({ q: `ns:teams ${['order', 'payment', 'folder'][round % 3]}` }),
    },
  ]
}

function jump(keys: number): Case['query'] {
  return (_, round) => ({ offset: Math.floor(((round * 37) % 100) * (keys / 100)) })
}

async function measureCase(
  product: Product,
  { name, query, rounds }: { name: string; query: Case['query']; rounds: number },
): Promise<Figure> {
  const times: number[] = []
  let found = 0
  for (let round = 0; round < rounds; round++) {
    const language = TARGETS[round % TARGETS.length]
    if (language === undefined) continue
    const { ms, count } = await pageTime(product, { language: language.tag, ...query(language, round) })
    times.push(ms)
    found = Math.max(found, count)
  }
  return {
    name,
    value: percentile(times, 0.95),
    median: median(times),
    unit: 'ms',
    samples: rounds,
    note: `finds up to ${found}`,
  }
}

async function pageTime(product: Product, query: PageQuery): Promise<{ ms: number; count: number }> {
  const started = performance.now()
  const page = await callRoute(product.fetch, api.translations.page, {
    params: { project: PROJECT },
    query: { ...query, limit: 100 },
  })
  return { ms: performance.now() - started, count: page.total.count }
}
