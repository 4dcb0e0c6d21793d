import { describe, expect, test } from 'vitest'
import { FILE_LIMITS, formatById } from '../src/index.ts'
import { parseXml } from '../src/source/parse-xml.ts'

const MB = 1024 * 1024
describe('malicious XML', () => {
  test.each([
    ['200,000 tags that are opened, 10 MB', `<${'a'.repeat(48)}>\n`.repeat(200_000), 'too-deep'],
    ['end tags of nothing', `<r>${'</b>'.repeat(50_000)}</r>`, 'bad-tag'],
    ['signs below', `<r>${'<'.repeat(MB)}`, 'bad-tag'],
    ['signs below with blanks', `<r>${'< '.repeat(MB / 8)}</r>`, 'bad-tag'],
    ['opened quotes', `<r>${'<a b="'.repeat(MB / 6)}`, 'bad-tag'],
    ['opened quotes of both kinds', `<r>${`<a b='<a b="`.repeat(MB / 12)}`, 'bad-tag'],
    ['attributes without end', `<r ${'y="1" '.repeat(100_000)}/>`, 'unexpected-text'],
    ['an attribute of 10 MB', `<r x="${'z'.repeat(10 * MB)}"/>`, null],
    ['blanks in a tag', `<r${' '.repeat(MB)}`, 'unclosed'],
    ['ampersands', `<r>${'&'.repeat(MB)}</r>`, 'unknown-entity'],
    ['ampersands in an attribute', `<r x="${'&'.repeat(MB)}"/>`, 'unknown-entity'],
    [
      'a billion laughs',
      `<!DOCTYPE r [${Array.from({ length: 10 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')}]><r>&e10;</r>`,
      'doctype-not-allowed',
    ],
    ['brackets in a document type', `<!DOCTYPE r ${'['.repeat(MB)}`, 'unclosed'],
    ['quotes in a document type', `<!DOCTYPE r ${`"'`.repeat(MB / 2)}`, 'unclosed'],
    ['opened CDATA', `<r>${'<![CDATA['.repeat(MB / 9)}`, 'unclosed'],
    ['opened comments', `<r>${'<!--'.repeat(MB / 4)}`, 'unclosed'],
    ['values beyond the limit', `<r>${'<a/>'.repeat(FILE_LIMITS.values)}</r>`, 'too-many-values'],
  ])('%s are read with the right issues', (_, text, code) => {
    const { issues } = parseXml(text)
    if (code === null) expect(issues).toEqual([])
    else expect(issues.map((issue) => issue.code)).toContain(code)
    expect(issues.length).toBeLessThanOrEqual(FILE_LIMITS.warnings)
    for (const { span } of issues) expect(span.end).toBeLessThanOrEqual(text.length)
  })
})

describe('a comment with characters that XML does not have', () => {
  test.each(['android-xml', 'compose-xml', 'apple-stringsdict'] as const)('%s', (id) => {
    const format = formatById(id)
    if (format === null) throw new Error(id)
    const unit = { name: 'a', plural: 'cardinal', form: 'other', path: ['a'] } as const
    const bytes = format.create(null, [
      {
        kind: 'add',
        path: ['a', 'other'],
        unit,
        text: 'A',
        after: [],
        comment: 'a\u000bb\ud800c\ufffe \ud83d\ude00',
      },
    ])
    const document = format.read(bytes)
    expect(document.issues).toEqual([])
    expect(document.entries.get('a\0other')?.comment).toBe('a b c  \ud83d\ude00')
  })
})
