import type { CodeUse } from '@dragoman/core'
import { count } from '../count.ts'
import { oneLine } from '../one-line.ts'
import type { LocaleComparison } from './compare-with-locales.ts'
import type { CodeScan } from './scan-code.ts'

export const SCAN_LISTS = ['used', 'dynamic', 'missing', 'unused'] as const
export type ScanList = (typeof SCAN_LISTS)[number]

export type ScanReportRequest = {
  readonly scan: CodeScan
  /** Null if there are no locale files. */
  readonly locales: LocaleComparison | null
  /** Which lists are printed; null for all. */
  readonly only: ScanList | null
}

/** Report for people at a terminal: one line per position, then the totals. */
export function scanText({ scan, locales, only }: ScanReportRequest): string {
  const { uses, dynamic } = splitUses(scan)
  const lists: readonly (readonly [ScanList, readonly string[]])[] = [
    ['used', uses.map((use) => `${locationText(use)}  ${useName(use)}`)],
    ['dynamic', dynamic.map((use) => `${locationText(use)}  dynamic  ${useName(use)}…`)],
    ['missing', (locales?.missing ?? []).map((use) => `${locationText(use)}  missing  ${useName(use)}`)],
    [
      'unused',
      (locales?.unused ?? []).map(({ path, place, namespace, name }) => {
        const { line, column } = place()
        return `${oneLine(path)}:${line}:${column}  unused  ${oneLine(namespace === '' ? name : `${namespace}:${name}`)}`
      }),
    ],
  ]
  const shownLists = lists.filter(([name, lines]) => (only === null || only === name) && lines.length > 0)
  const lines = shownLists.flatMap(([, list]) => [...list, ''])
  if (only !== null) return shownLists.flatMap(([, list]) => list).join('\n')
  for (const { path, line, column, message } of scan.problems)
    lines.push(oneLine(`${path}:${line}:${column}  not read  ${message}`))
  lines.push(...summaryOf({ scan, locales }))
  return lines.join('\n')
}

function summaryOf({ scan, locales }: Omit<ScanReportRequest, 'only'>): readonly string[] {
  const { uses, dynamic } = splitUses(scan)
  const keys = new Set(uses.map(useName)).size
  const lines = [
    `${count(scan.files, 'file')}: ${count(keys, 'key')} in ${count(uses.length, 'place')}, ${dynamic.length} dynamic.`,
  ]
  const open = dynamic.filter(({ key }) => key === '').length
  if (locales !== null)
    lines.push(
      `${count(locales.keys, 'key')} in ${locales.patterns.join(', ')}: ${new Set(locales.missing.map(useName)).size} missing, ${locales.unused.length} unused.`,
    )
  if (locales !== null && open > 0)
    lines.push(
      `${count(open, 'place')} can use any key: keys whose names appear in the code as strings count as used.`,
    )
  return lines
}

/** Report for programs. */
export function scanJson({ scan, locales, only }: ScanReportRequest): string {
  const { uses, dynamic } = splitUses(scan)
  const row = ({ kind: _, ...use }: CodeUse) => use
  const prefixRow = ({ kind: _, key: prefix, ...use }: CodeUse) => ({ ...use, prefix })
  const lists = {
    used: uses.map(row),
    dynamic: dynamic.map(prefixRow),
    ...(locales && {
      missing: locales.missing.map(row),
      unused: locales.unused.map(({ path, place, namespace, name }) => ({
        path,
        ...place(),
        namespace,
        key: name,
      })),
    }),
  }
  const selected = Object.fromEntries(
    Object.entries(lists).filter(([name]) => only === null || only === name),
  )
  const { folder, files, settings, problems } = scan
  return JSON.stringify({ folder, files, settings, ...selected, problems }, null, 2)
}

/** Splits uses into those with a literal key and dynamic ones. */
export function splitUses({ uses }: Pick<CodeScan, 'uses'>) {
  return {
    uses: uses.filter(({ kind }) => kind === 'key'),
    dynamic: uses.filter(({ kind }) => kind === 'prefix'),
  }
}

function locationText({ path, line, column }: Pick<CodeUse, 'path' | 'line' | 'column'>): string {
  return `${oneLine(path)}:${line}:${column}`
}

function useName({ namespaces, key }: Pick<CodeUse, 'namespaces' | 'key'>): string {
  const [namespace] = namespaces ?? []
  return oneLine(namespace === undefined ? key : `${namespace}:${key}`)
}
