import { describe, expect, test } from 'vitest'
import { parsePluralExpression } from './plural-expression.ts'
import { formAt, indexOfForm, pluralFormsFor, pluralRuleOf } from './plural-rule.ts'

describe('expressions', () => {
  test.each([
    ['n != 1', [1, 0, 1, 1]],
    ['n>1', [0, 0, 1, 1]],
    ['0', [0, 0, 0, 0]],
    ['n==1 ? 0 : n==2 ? 1 : 2', [2, 0, 1, 2]],
    ['(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2', [2, 0, 1, 1]],
    ['!n || n % 2 == 0 && 1', [1, 0, 1, 0]],
    ['1 + n * 2 - 4 / 3', [0, 2, 4, 6]],
    ['n<=1 ? n>=1 ? 5 : 6 : 7', [6, 5, 7, 7]],
  ])('%s', (source, expected) =>
    expect([0, 1, 2, 3].map((n) => parsePluralExpression(source)?.(n))).toEqual(expected),
  )

  test.each([
    '',
    'n +',
    'n = 1',
    'm',
    'n ? 1',
    '(n',
    'n)',
    'alert(1)',
    'n; n',
    '1 2',
    '"n"',
    `${'!'.repeat(200)}n`,
    `${'('.repeat(500)}n${')'.repeat(500)}`,
  ])('%s is none', (source) => expect(parsePluralExpression(source)).toBeNull())

  test('a division by zero is not a form', () => expect(parsePluralExpression('n % 0')?.(1)).toBeNaN())
})

describe('the numbers of forms', () => {
  test.each([
    [
      'pl',
      'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
      ['one', 'few', 'many'],
    ],
    ['fr', 'nplurals=2; plural=(n > 1);', ['one', 'other']],
    ['ja', 'nplurals=1; plural=0;', ['other']],
    [
      'sl',
      'nplurals=4; plural=(n%100==1 ? 1 : n%100==2 ? 2 : n%100==3 || n%100==4 ? 3 : 0);',
      ['other', 'one', 'two', 'few'],
    ],
    // English with the rule of French is wrong, but the file states it, so no category matches.
    ['en', 'nplurals=2; plural=(n > 1);', ['0', '1']],
    ['de', 'nplurals=2; plural=n % 0;', ['0', '1']],
    ['de', 'nplurals=INTEGER; plural=EXPRESSION;', ['one', 'other']],
    ['xx-unknown', 'nplurals=2; plural=(n != 1);', ['one', 'other']],
  ])('%s: %s', (language, header, forms) => expect(pluralRuleOf(header, language).forms).toEqual(forms))

  test('forms beyond the rule have numbers', () => {
    const rule = pluralRuleOf('nplurals=1; plural=0;', 'km')
    expect([0, 1, 5, 6].map((index) => formAt(rule, index))).toEqual(['other', '1', '5', null])
    expect([
      indexOfForm(rule, 'other'),
      indexOfForm(rule, '1'),
      indexOfForm(rule, 'few'),
      indexOfForm(rule, '0'),
    ]).toEqual([0, 1, -1, -1])
  })
})

// gettext's table of languages, from its manual and msginit.
test.each(
  Object.entries({
    'nplurals=1; plural=0;': ['ja', 'ko', 'zh-CN', 'vi', 'th', 'id', 'ms', 'km', 'lo', 'my'],
    'nplurals=2; plural=(n != 1);': [
      'en',
      'de',
      'nl',
      'sv',
      'da',
      'nb',
      'fi',
      'et',
      'el',
      'hu',
      'tr',
      'bg',
      'it',
      'es',
      'ca',
      'eu',
      'gl',
      'ka',
      'sq',
      'az',
      'kk',
      'pt-PT',
      'eo',
    ],
    'nplurals=2; plural=(n > 1);': ['fr', 'hi', 'fa', 'pt-BR', 'hy', 'bn'],
    'nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;': ['cs', 'sk'],
    'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);': ['pl'],
    'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);': [
      'ru',
      'uk',
      'be',
      'hr',
      'sr',
      'bs',
    ],
  }).flatMap(([formula, languages]) => languages.map((language) => [language, formula])),
)('%s has the usual rule', (language, formula) => expect(pluralFormsFor(language)).toBe(formula))

test.each([
  'ar',
  'he',
  'ro',
  'lt',
  'lv',
  'ga',
  'gd',
  'cy',
  'sl',
  'mt',
  'is',
  'mk',
  'br',
  'gv',
  'fil',
  'ksh',
  'tzm',
])('%s has a rule that distinguishes its numbers like CLDR', (language) => {
  const rule = pluralRuleOf(pluralFormsFor(language), language)
  const rules = new Intl.PluralRules(language)
  const used = new Set(Array.from({ length: 1001 }, (_, n) => rules.select(n)))
  expect(new Set(rule.forms)).toEqual(used)
})
