import { describe, expect, test } from 'vitest'
import { printMessage } from '../../../test/print-message.ts'
import { applyFixes } from '../../checks/apply-fix.ts'
import { leavesOf } from '../leaves-of.ts'
import { javaSyntax } from './java-syntax.ts'

const issuesOf = (text: string) =>
  javaSyntax
    .parse(text)
    .issues.map(({ code, severity, span }) => `${severity} ${code} ${text.slice(span.start, span.end)}`)

const pieces = (text: string) =>
  leavesOf(javaSyntax.parse(text).parts).map((leaf) =>
    leaf.kind === 'placeholder' ? `{${leaf.name}}` : leaf.kind === 'escape' ? `=${leaf.value}` : leaf.text,
  )

describe('apostrophes', () => {
  test.each([
    ["L'amarre de {0} tient", "L''amarre de {0} tient", ['error']],
    ["d'un {0} à l'autre", "d''un {0} à l''autre", ['error', 'warning']],
    ["à l'{0} prochain", "à l''{0} prochain", ['error']],
    ["It isn't {0}, it's {1}", "It isn''t {0}, it''s {1}", ['error', 'error']],
    ["{0} of the ships' crews", "{0} of the ships'' crews", ['warning']],
  ])('%j quotes by mistake; doubled, it is %j', (text, fixed, severities) => {
    const { issues } = javaSyntax.parse(text)
    expect(issues.every(({ code }) => code === 'apostrophe-quotes')).toBe(true)
    expect(issues.map(({ severity }) => severity)).toEqual(severities)
    expect(applyFixes(text, issues)).toBe(fixed)
    expect(issuesOf(fixed)).toEqual([])
  })

  test.each([
    "L'embarcadère est fermé",
    "Impossible d''amarrer au quai {0}",
    "Write '{'0'}' for {0}",
    "'{0}' stands for {1}",
    "It''s {0} o''clock",
  ])('%j is right', (text) => expect(issuesOf(text)).toEqual([]))

  test('an argument behind an apostrophe by mistake is kept, a quoted one is text', () => {
    expect(pieces("L'amarre de {0}")).toEqual(["L'amarre de ", '{0}'])
    expect(pieces("'{0}' is {1}")).toEqual(['={0}', ' is ', '{1}'])
  })
})

describe('choices', () => {
  test('branches have limits and texts, which are patterns of their own', () => {
    const text = "{0,choice,0#none|1#one ship|1<{0} ships in ''{1}''}"
    const [choice] = javaSyntax.parse(text).parts
    expect(choice).toMatchObject({
      kind: 'choice',
      by: 'range',
      name: '0',
      branches: [
        { selector: '0#', text: 'none' },
        { selector: '1#', text: 'one ship' },
        { selector: '1<', text: "{0} ships in ''{1}''" },
      ],
    })
    // ChoiceFormat removes one level of apostrophes, so that the second argument is quoted.
    expect(pieces(text)).toContain('={1}')
    expect(printMessage(javaSyntax.parse(text).parts)).toBe(text)
    expect(javaSyntax.pluralOf?.(text)).toBeNull()
  })

  test.each([
    '{0,choice,0#a|1#b}',
    '{0,choice,-1#less|0#none|1<more}',
    '{0, choice, 0#{1} a|1#{1,number,integer} b}',
    '{0,choice,-∞<few|5≤{0}}',
    "{0,choice,0#a|1#'{1,choice,0#x|1#{2}}'}",
    '{0,CHOICE,0.5#a|1e3#b}',
  ])('%j is right', (text) => expect(issuesOf(text)).toEqual([]))

  test.each([
    ['{0,choice,1#a|0#b}', 'error icu-syntax 0#b'],
    ['{0,choice,x#a}', 'error icu-syntax x#a'],
    ['{0,choice,0#a <b>|1#c}', 'error icu-syntax 0#a <b>'],
    ['{0,choice,0#a|b|2#c}', 'error icu-syntax b'],
    ['{0,choice,}', 'error icu-syntax '],
    ['{0,choice,0#a|1#{1,number,#.#} b}', 'error icu-syntax 1#{1,number,#.#} b'],
    ["{0,choice,0#l'arbre|1#x}", "error apostrophe-quotes '"],
    ['{0,choice,0#a|1#{0', 'error placeholder-unclosed {0,choice,0#a|1#'],
  ])('%j is reported', (text, expected) => expect(issuesOf(text)).toContain(expected))
})

test.each([
  ['{}', 'error placeholder-invalid {}'],
  ['{ 0 }', 'error placeholder-invalid { 0 }'],
  ['{0,other}', 'error icu-syntax other'],
  ['{0', 'error placeholder-unclosed {0'],
  ['a } b', 'error brace-unmatched }'],
])('%j is reported', (text, expected) => expect(issuesOf(text)).toEqual([expected]))

test("names and plurals are ICU4J's, where an apostrophe quotes before a brace only", () => {
  expect(issuesOf("L'amarre de {name} tient")).toEqual([])
  expect(issuesOf("{0, plural, one {l'un} other {#}}")).toEqual([])
  expect(javaSyntax.pluralOf?.('{0, plural, one {# a} other {# b}}')?.forms).toHaveLength(2)
})
