import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAILURE_CODES, JOB_KINDS } from '@dragoman/contract'
import {
  CHECK_CODES,
  type EntryPath,
  groupPlurals,
  hasText,
  i18nextSyntax,
  NOTIFICATION_FILTERS,
  NOTIFICATION_KINDS,
  type PluralEntry,
  runChecks,
  TOKEN_SCOPES,
} from '@dragoman/core'
import { FIDELITY_SEVERITIES, FILE_ISSUE_CODES } from '@dragoman/formats'
import { describe, expect, test } from 'vitest'
import { RAIL_LINKS } from '../src/app/shell/rail-links.ts'
import { interfaceLanguage } from '../src/i18n/interface-language.ts'

const root = join(import.meta.dirname, '../public/locales')
const languages = interfaceLanguage.supportedLngs
const namespaces = readdirSync(join(root, 'en')).map((file) => file.replace('.json', ''))

function read(language: string, namespace: string): unknown {
  return JSON.parse(readFileSync(join(root, language, `${namespace}.json`), 'utf8'))
}

function entriesOf(value: unknown, path: EntryPath = []): PluralEntry[] {
  if (typeof value === 'string') return [{ name: path.join('.'), path, text: value }]
  return Object.entries(value as object).flatMap(([key, inner]) => entriesOf(inner, [...path, key]))
}

describe.each(namespaces)('%s', (namespace) => {
  const units = groupPlurals(
    languages.map((language) => ({ language, entries: entriesOf(read(language, namespace)) })),
    'en',
  )
  const source = units.get('en') ?? []

  test.each(languages)('is complete in %s and passes our own checks', (language) => {
    const own = new Map((units.get(language) ?? []).map((unit) => [`${unit.plural} ${unit.name}`, unit]))
    const wrong: string[] = []
    for (const unit of source) {
      const translation = own.get(`${unit.plural} ${unit.name}`)
      if (translation === undefined || !hasText(translation.forms)) {
        wrong.push(`${unit.name}: missing`)
        continue
      }
      if (language === 'en') continue
      const issues = runChecks({
        syntax: i18nextSyntax,
        sourceLanguage: 'en',
        language,
        plural: unit.plural,
        sourceForms: unit.forms,
        forms: translation.forms,
        maxLength: null,
        limits: null,
      })
      for (const issue of issues)
        if (issue.severity === 'error')
          wrong.push(`${unit.name}: ${issue.code} ${JSON.stringify(issue.params ?? {})}`)
    }
    expect(wrong).toEqual([])
    expect(
      [...own.keys()].filter((id) => !source.some((unit) => `${unit.plural} ${unit.name}` === id)),
    ).toEqual([])
  })
})

test('every language with texts is offered, and no other', () => {
  expect(languages.toSorted()).toEqual(readdirSync(root).toSorted())
})

test('every failure of the contract has a sentence', () => {
  const failures = read('en', 'failures') as Record<string, unknown>
  expect([...FAILURE_CODES, 'unreachable'].filter((code) => typeof failures[code] !== 'string')).toEqual([])
})

test('every check and every file problem has a sentence', () => {
  const issues = read('en', 'issues') as Record<string, unknown>
  expect([...CHECK_CODES, ...FILE_ISSUE_CODES].filter((code) => typeof issues[code] !== 'string')).toEqual([])
})

test('every possible loss of a conversion has a sentence', () => {
  const { fidelity } = read('en', 'files') as { fidelity: Record<string, unknown> }
  expect(FIDELITY_SEVERITIES.filter(([code]) => typeof fidelity[code] !== 'string')).toEqual([])
})

describe('texts used in the code', () => {
  const sources = readdirSync(join(import.meta.dirname, '../src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => ({ file, code: readFileSync(join(import.meta.dirname, '../src', file), 'utf8') }))
  const known = new Set(
    namespaces.flatMap((namespace) =>
      entriesOf(read('en', namespace)).map(
        ({ name }) => `${namespace}:${name.replace(/_(?:zero|one|other)$/, '')}`,
      ),
    ),
  )

  test.each<[string, readonly string[], readonly string[]]>([
    ['kind of notification', NOTIFICATION_KINDS, ['inbox:kind', 'inbox:line', 'inbox:heading']],
    ['filter of the inbox', NOTIFICATION_FILTERS, ['inbox:filter']],
    ['kind of job', JOB_KINDS, ['status:job.kind']],
    ['token scope', TOKEN_SCOPES, ['members:scopes', 'members:scopeNote']],
    ['screen in the rail', RAIL_LINKS.map(({ id }) => id), ['common:screens']],
  ])('every %s has its texts', (_, ids, groups) => {
    const wanted = ids.flatMap((id) => groups.map((group) => `${group}.${id}`))
    expect(wanted.filter((key) => !known.has(key))).toEqual([])
  })

  test('all exist in English', () => {
    const missing: string[] = []
    for (const { file, code } of sources) {
      const bound = code.match(/(?:useTranslation\(\[?|TFunction<)'([a-z]+)'/)?.[1] ?? 'common'
      for (const [, key = ''] of code.matchAll(/\bt\('([\w:.-]+)'/g)) {
        const full = key.includes(':') ? key : `${bound}:${key}`
        const inOther = [...code.matchAll(/useTranslation\(\[?'([a-z]+)'/g)].some(([, other]) =>
          known.has(`${other}:${key}`),
        )
        if (!known.has(full) && !inOther && !known.has(`common:${key}`)) missing.push(`${file}: ${full}`)
      }
    }
    expect(missing).toEqual([])
  })
})
