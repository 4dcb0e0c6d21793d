import { describe, expect, test } from 'vitest'
import { applyFixes } from '../../checks/apply-fix.ts'
import { runChecks } from '../../checks/run.ts'
import { leavesOf } from '../leaves-of.ts'
import { vueSyntax } from './vue-syntax.ts'

const issuesOf = (text: string) =>
  vueSyntax.parse(text).issues.map(({ code, span }) => `${code} ${text.slice(span.start, span.end)}`)

const keysOf = (text: string) =>
  leavesOf(vueSyntax.parse(text).parts).flatMap((leaf) => (leaf.kind === 'nesting' ? [leaf.key] : []))

describe('messages that the compiler rejects', () => {
  test.each([
    ['Mit } anhalten', ['brace-unmatched }']],
    ['Nichts in {slot} und {}', ['placeholder-invalid {}']],
    ['{count} Boot | | {count} Boote', ['form-empty | |']],
    ['| a', ['form-empty |']],
    ['a | ', ['form-empty | ']],
    ['a || b | ', ['form-empty ||', 'form-empty | ']],
    ['a@b.org', ['link-invalid @']],
    ['@', ['link-invalid @']],
    ['Follow @quay and @ night', ['link-invalid @', 'link-invalid @']],
    ['@: home', ['link-invalid @:']],
    ['@.upper home', ['link-invalid @.upper']],
    ['@.:home', ['link-invalid @.:']],
    ['@::home', ['link-invalid @:']],
    ['{{name}}', ['placeholder-invalid {{name}}']],
    ['{first name}', ['placeholder-invalid {first name}']],
    ['{имя}', ['placeholder-invalid {имя}']],
    ['{0a}', ['placeholder-invalid {0a}']],
    ['{name', ['placeholder-unclosed {name']],
    ['{a | b}', ['placeholder-unclosed {a ', 'brace-unmatched }']],
    ["{'it's'}", ["placeholder-invalid {'it's'}"]],
    ["{'\\x'}", ["placeholder-invalid {'\\x'}"]],
    ['\\{a}', ['brace-unmatched }']],
  ])('%j', (text, expected) => expect(issuesOf(text)).toEqual(expected))

  test.each([
    ['hafen@example.org', "hafen{'@'}example.org"],
    ['Mit } anhalten', "Mit {'}'} anhalten"],
  ])('the fix of %j compiles', (text, fixed) => {
    const [issue] = vueSyntax.parse(text).issues
    expect(issue && applyFixes(text, [issue])).toBe(fixed)
    expect(issuesOf(fixed)).toEqual([])
  })
})

test.each([
  "{ name } {\n'@'\n} {-1} {a-b$c}",
  'a \\| b \\@ c \\{ d \\} e \\\\ f',
  "{'\\u0041 \\' \\\\'}",
  'a | b',
  'a|b',
  '@:слово @.lower:a.b/c:d',
  "@:{'a key'} @:{name} @.upper:{0}",
  'Tab\there',
])('accepts %j', (text) => expect(issuesOf(text)).toEqual([]))

test.each([
  ['Mehr unter @:menu.title.', ['menu.title.']],
  ['@:a/b:c, @:d|@:e', ['a/b:c,', 'd', 'e']],
  ['(@:слово)', ['слово']],
  ["@:{'menu.title'}.", ['menu.title']],
  ['@.lower:a{b}', ['a']],
])('the key of a link ends at a space or a character of the syntax: %j', (text, keys) =>
  expect(keysOf(text)).toEqual(keys),
)

test('the key of a link keeps the line break before a bar, as in the compiler', () => {
  const [choice] = vueSyntax.parse('@.lower:key\n| x').parts
  expect(choice?.kind === 'choice' ? choice.branches.map(({ text }) => text) : null).toEqual([
    '@.lower:key\n',
    'x',
  ])
})

describe('compared with the source', () => {
  const issues = (source: string, text: string) =>
    runChecks({
      syntax: vueSyntax,
      sourceLanguage: 'en',
      language: 'de',
      plural: 'none',
      sourceForms: { other: source },
      forms: { other: text },
      maxLength: null,
      limits: null,
    })

  test.each([
    ['See @:menu.title for more', 'Mehr: @:menu.title.', "Mehr: @:{'menu.title'}."],
    ['See @.lower:a.b now', 'Siehe @.lower:a.b!', "Siehe @.lower:{'a.b'}!"],
    ['Once more: @:contact.mail', 'もう一度: @:contact.mial', 'もう一度: @:contact.mail'],
  ])('a link with another key gets that of the source: %j → %j', (source, text, fixed) => {
    const issue = issues(source, text).find(({ code }) => code === 'nesting-missing')
    expect(issue && applyFixes(text, [issue])).toBe(fixed)
  })

  test('a bar that the source has only as text is reported, with a fix', () => {
    const [issue] = issues("Tea {'|'} coffee", 'Tee | Kaffee')
    expect([issue?.code, issue && applyFixes('Tee | Kaffee', [issue])]).toEqual([
      'bar-extra',
      "Tee {'|'} Kaffee",
    ])
    expect(issues('one | many', 'eins | viele | mehr')).toEqual([])
    expect(issues('Tea or coffee', "Tee {'|'} Kaffee")).toEqual([])
    expect(issues('{0} Following', '{0} folgt|{0} folgen')).toEqual([])
    expect(issues('A and B', 'A | B | C').map(({ code }) => code)).toEqual(['bar-extra', 'bar-extra'])
  })

  test('a mistake that the source has too is not reported', () => {
    expect(issues('a@b.org', 'c@d.org').filter(({ code }) => code === 'link-invalid')).toEqual([])
  })
})
