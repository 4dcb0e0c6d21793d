import { ALL_FORMATS } from '@dragoman/formats'

/**
 * The initial performance goals of the product. `at-most` in the figure's own unit; `at-least` for ratios.
 */
export type Budget = { readonly kind: 'at-most' | 'at-least'; readonly value: number }

/**
 * By figure name, `<measure>: <figure>`. A missed budget is printed but does not fail the run, because the
 * machine can be slow.
 */
export const BUDGETS: ReadonlyMap<string, Budget> = new Map<string, Budget>([
  ['import: time', { kind: 'at-most', value: 30 }],
  ['beside import: /health/live p99', { kind: 'at-most', value: 50 }],
  ['beside import: save p95', { kind: 'at-most', value: 50 }],
  ['beside removal: /health/live p99', { kind: 'at-most', value: 50 }],
  ['beside removal: save p95', { kind: 'at-most', value: 50 }],
  ...[
    'alone',
    'beside 1000 streams and a changed account',
    'beside 32 pages of 500 strings at once',
    'beside 32 passwords judged at once',
    'beside bulk edits of 10,000 strings',
  ].map((what): readonly [string, Budget] => [
    `beside others: save p95 ${what}`,
    { kind: 'at-most', value: 50 },
  ]),
  ['import: peak memory', { kind: 'at-most', value: 600 }],
  ['editor: first page', { kind: 'at-most', value: 50 }],
  ['editor: any filter', { kind: 'at-most', value: 20 }],
  ['editor: any search', { kind: 'at-most', value: 30 }],
  ['editor: jump', { kind: 'at-most', value: 50 }],
  ['interface: next string', { kind: 'at-most', value: 50 }],
  ['interface: save and next string', { kind: 'at-most', value: 50 }],
  ['interface: work for one string', { kind: 'at-most', value: 80 }],
  ['interface: work for one save', { kind: 'at-most', value: 80 }],
  ['interface: letters above 16 ms', { kind: 'at-most', value: 5 }],
  ['save: without write-back', { kind: 'at-most', value: 4 }],
  ['save: with write-back', { kind: 'at-most', value: 8 }],
  ['start: to listening', { kind: 'at-most', value: 500 }],
  ['start: idle memory', { kind: 'at-most', value: 200 }],
  ['write-back: edit to file', { kind: 'at-most', value: 1000 }],
  ['delivery: 200, 2 kB', { kind: 'at-least', value: 1 }],
  ['delivery: 200, 30 kB', { kind: 'at-least', value: 1 }],
  ['delivery: 200, 300 kB', { kind: 'at-least', value: 1 }],
  ['delivery: 304', { kind: 'at-least', value: 1 }],
  ['delivery: Brotli, 30 kB', { kind: 'at-least', value: 1 }],
  ['delivery: not compressed, 30 kB', { kind: 'at-least', value: 1 }],
  ['publishing: one changed string', { kind: 'at-most', value: 200 }],
  ['publishing: a whole release', { kind: 'at-most', value: 10 }],
  ['publishing: two deliver beside nginx with two workers, 30 kB', { kind: 'at-least', value: 1 }],
  ['publishing: 10,000 bundles in memory', { kind: 'at-most', value: 100 }],
  ['publishing: 5,000 listeners', { kind: 'at-most', value: 150 }],
  ['delivery after a save: br', { kind: 'at-most', value: 50 }],
  ['delivery after a save: gzip', { kind: 'at-most', value: 50 }],
  ['delivery after a save: identity', { kind: 'at-most', value: 50 }],
  ['processes: saved to delivered by another', { kind: 'at-most', value: 300 }],
  ['processes: saved to heard at another', { kind: 'at-most', value: 1000 }],
  // The transfer is part of it; a clone by hand takes a twentieth of an import.
  ['git: first import, times that of a folder', { kind: 'at-most', value: 1.25 }],
  ['git: webhook until the text is there', { kind: 'at-most', value: 1000 }],
  ['git: saved until pushed, without a quiet time', { kind: 'at-most', value: 1000 }],
  // A text comes in and another goes out.
  ['git: saved until pushed, after a push that was not reported', { kind: 'at-most', value: 2000 }],
  ['git: processor of one text sent', { kind: 'at-most', value: 300 }],
  ['git: copy on disk, times the locale files as Git packs them', { kind: 'at-most', value: 1.2 }],
  ...['one namespace', '20 namespaces'].flatMap((where): readonly [string, Budget][] => [
    [`git: opening a translation branch of ${where}`, { kind: 'at-most', value: 100 }],
    [`git: stored for it, of ${where}`, { kind: 'at-most', value: 1 }],
  ]),
  ['people: rights of one call', { kind: 'at-most', value: 0.1 }],
  ['people: members, first page', { kind: 'at-most', value: 50 }],
  ['people: audit log, first page', { kind: 'at-most', value: 50 }],
  ['hostile: messages, growth', { kind: 'at-most', value: 8 }],
  ['hostile: detection, growth', { kind: 'at-most', value: 8 }],
  ['size: initial JavaScript', { kind: 'at-most', value: 200 }],
  ['size: initial JavaScript, Brotli', { kind: 'at-most', value: 180 }],
  ['slow network: editor', { kind: 'at-most', value: 4 }],
  ['slow network: requests until editor', { kind: 'at-most', value: 40 }],
  ...ALL_FORMATS.flatMap(({ id }): readonly [string, Budget][] => [
    [`formats: ${id} reading, times a raw parser`, { kind: 'at-most', value: 3 }],
    [`formats: ${id} faster than Translate Toolkit`, { kind: 'at-least', value: 10 }],
    [`formats: ${id} memory, times the file`, { kind: 'at-most', value: 12 }],
    [`hostile: ${id} time`, { kind: 'at-most', value: 2 }],
    [`hostile: ${id} memory, times the file`, { kind: 'at-most', value: 12 }],
    // Linear cost grows by 4, quadratic cost by 16.
    [`hostile: ${id} growth`, { kind: 'at-most', value: 8 }],
    [`hostile: ${id} growth of edits`, { kind: 'at-most', value: 8 }],
  ]),
])
