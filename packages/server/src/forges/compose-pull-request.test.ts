import { describe, expect, test } from 'vitest'
import { hasMarker, withMarker } from './comment-marker.ts'
import { composePullRequest, type PullRequestContent } from './compose-pull-request.ts'
import { escapeMarkdown, link, withoutCalls } from './escape-markdown.ts'

const GERMAN = {
  code: 'de',
  translated: 90,
  strings: 100,
  changed: 3,
  url: 'https://l10n.example.org/p/shop/translate/de',
}
const CONTENT: PullRequestContent = {
  project: { name: 'Shop', slug: 'shop', url: 'https://l10n.example.org/p/shop' },
  languages: [
    { ...GERMAN, code: 'pl', translated: 100, changed: 1, url: null },
    GERMAN,
    { ...GERMAN, code: 'ar', translated: 0, changed: 0 },
  ],
  people: ['Ann', 'Ben'],
  files: 2,
  titleTemplate: null,
  conflicts: 1,
  isShared: false,
}

describe('a pull request', () => {
  test('says what it changes and the progress of each language', () => {
    expect(composePullRequest(CONTENT)).toEqual({
      title: 'i18n: update translations (pl, de)',
      body: `<!-- dragoman:pull-request/shop -->

4 texts of [Shop](https://l10n.example.org/p/shop) changed in 2 files.

| Language | Code | Translated | Strings | Changed here |
|:--|:--|--:|--:|--:|
| [German](https://l10n.example.org/p/shop/translate/de) | de | 90 % | 90 / 100 | 3 |
| Polish | pl | 100 % | 100 / 100 | 1 |
| [Arabic](https://l10n.example.org/p/shop/translate/de) | ar | 0 % | 0 / 100 | 0 |

1 text changed both here and in Dragoman: this branch keeps the repository’s text until someone decides.

Written by Ann and Ben.

Dragoman keeps this pull request up to date: it rebuilds its branch on the newest commit, so it never conflicts. Merge it in any way, or close it. Commits of your own on this branch are kept.
`,
    })
  })

  test('does not promise to be free of conflicts if others have committed to it', () => {
    const { body } = composePullRequest({ ...CONTENT, isShared: true })
    expect(body).not.toContain('never conflicts')
    expect(body).toContain('Others have committed to this branch. Their commits are kept')
  })

  test('has the configured title, in one line and not too long', () => {
    const titled = (titleTemplate: string) => composePullRequest({ ...CONTENT, titleTemplate }).title
    expect(titled('chore({project}): {count} texts {unknown}')).toBe('chore(Shop): 4 texts {unknown}')
    expect(titled('{language} by {person}')).toBe('pl, de by Ann and others')
    expect(titled('a\nb\u202ec')).toBe('a b c')
    expect(titled('for @ann, #12')).toBe('for @\u200bann, #\u200b12')
    expect([...titled('😀'.repeat(200))].length).toBe(100)
    const many = Array.from({ length: 9 }, (_, at) => ({ ...GERMAN, code: `l${at}` }))
    expect(composePullRequest({ ...CONTENT, languages: many }).title).toBe(
      'i18n: update translations (l0, l1, l2, l3 and 5 more)',
    )
  })

  test('is never longer than forges accept, however many languages and people', () => {
    const languages = Array.from({ length: 2000 }, (_, at) => ({
      ...GERMAN,
      code: `x-shop-${at}-${'name-'.repeat(6)}x`,
    }))
    const people = Array.from({ length: 500 }, (_, at) => `Person ${at}`)
    const { body } = composePullRequest({ ...CONTENT, languages, people })
    expect(body.length).toBeLessThan(60_000)
    expect(body).toContain('… and 1700 more languages.')
    expect(body).toContain('and 480 more.')
  })

  test('is 100 % only if nothing is missing', () => {
    const of = (translated: number, strings: number) =>
      / (\d+ %) /.exec(
        composePullRequest({ ...CONTENT, languages: [{ ...GERMAN, translated, strings }] }).body,
      )?.[1]
    expect([of(99_999, 100_000), of(1, 100_000), of(0, 0), of(0, 5), of(5, 5)]).toEqual([
      '99 %',
      '1 %',
      '100 %',
      '0 %',
      '100 %',
    ])
  })

  test('cannot be altered by names that people enter', () => {
    const name = 'x | y\n\n# @team <img src=x onerror=a()> [a](javascript:b) #12 --> !3 `c` ~d'
    const { body } = composePullRequest({
      ...CONTENT,
      project: { name, slug: 'a--b>', url: 'https://x.example/a)b|c' },
      languages: [{ ...GERMAN, code: name, url: 'javascript:alert(1)' }],
      people: [name],
    })
    expect(body.split('\n').length).toBe(composePullRequest(CONTENT).body.split('\n').length - 2)
    expect(body).not.toMatch(/<(?!!-- dragoman:)/)
    expect(body).not.toMatch(/[@#!~](?=[\w])/)
    expect(body).not.toContain('](javascript')
    expect(body.startsWith('<!-- dragoman:pull-request/a_b_ -->\n')).toBe(true)
    const row = body.split('\n').find((line) => line.includes(' 90 % ')) ?? ''
    expect(row.replaceAll('\\|', '').split('|').length).toBe(7)
    expect(body).toContain('(https://x.example/a%29b%7Cc)')
  })
})

describe('text as Markdown', () => {
  test.each([
    ['plain text', 'plain text'],
    ['Zażółć gęślą', 'Zażółć gęślą'],
    ['نص عربي', 'نص عربي'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['de-DE', 'de\\-DE'],
    ['**bold** _i_', '\\*\\*bold\\*\\* \\_i\\_'],
    ['a & b < c', 'a &amp;\u200b b &lt; c'],
    ['@ann', '@\u200bann'],
    ['team/shop#12', 'team/shop#\u200b12'],
    ['GH-12', 'GH\u200b\\-12'],
    ['www.x.de', 'www\u200b\\.x\\.de'],
    ['https://x.de', 'https:\u200b//x\\.de'],
    [' a\r\n\tb\u0000c ', 'a b c'],
  ])('%j', (text, wanted) => {
    expect(escapeMarkdown(text)).toBe(wanted)
  })

  test('links lead to the web only', () => {
    expect(link('a]b', 'https://x.example/(1)')).toBe('[a\\]b](https://x.example/%281%29)')
    for (const address of ['javascript:a', 'data:text/html,x', '/relative', 'x y', ''])
      expect(link('text', address)).toBe('text')
    expect(withoutCalls('fix: @ann and #1, !2; a # b')).toBe('fix: @\u200bann and #\u200b1, !\u200b2; a # b')
  })

  test('a marker is found at the beginning only', () => {
    const body = withMarker('check/shop', 'Text')
    expect(hasMarker('check/shop', body)).toBe(true)
    expect(hasMarker('check/shop', `> ${body}`)).toBe(false)
    expect(hasMarker('check/sho', body)).toBe(false)
  })
})
