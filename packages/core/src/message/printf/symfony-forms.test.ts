import { describe, expect, test } from 'vitest'
import { printMessage } from '../../../test/print-message.ts'
import { mixedSyntax } from './printf-syntax.ts'

/** Returns selectors and texts of the forms; null: the text is no choice. */
function forms(text: string) {
  const [choice] = mixedSyntax.parse(text).parts
  if (choice?.kind !== 'choice') return null
  return choice.branches.map((branch) => [branch.selector, branch.text])
}

// By Symfony\Contracts\Translation\TranslatorTrait.
describe('forms that Symfony selects', () => {
  test.each<[string, readonly (readonly string[])[]]>([
    [
      '{0} none|one|]1,Inf] many',
      [
        ['{0}', 'none'],
        ['1', 'one'],
        [']1,Inf]', 'many'],
      ],
    ],
    [
      '{1} one|{2,3,4} some|[5,Inf] many',
      [
        ['{1}', 'one'],
        ['{2,3,4}', 'some'],
        ['[5,Inf]', 'many'],
      ],
    ],
    [
      'one: One apple|other: Some apples',
      [
        ['one:', 'One apple'],
        ['other:', 'Some apples'],
      ],
    ],
    [
      '%count% apple | %count% apples',
      [
        ['0', '%count% apple'],
        ['1', '%count% apples'],
      ],
    ],
    [
      '{0}no apples|one: a|{5} five|more: %count%',
      [
        ['{0}', 'no apples'],
        ['one:', 'a'],
        ['{5}', 'five'],
        ['more:', '%count%'],
      ],
    ],
    [
      ' ] -Inf , 0 [ below | [0,1.5] some|[ 2,+Inf [ x',
      [
        ['] -Inf , 0 [', 'below'],
        ['[0,1.5]', 'some'],
        ['[ 2,+Inf [', 'x'],
      ],
    ],
    [
      'You need {{ limit }} word.|You need {{ limit }} words.',
      [
        ['0', 'You need {{ limit }} word.'],
        ['1', 'You need {{ limit }} words.'],
      ],
    ],
    [
      'One word.|At least {{ min }} words.',
      [
        ['0', 'One word.'],
        ['1', 'At least {{ min }} words.'],
      ],
    ],
    [
      '{0} a || b|]0,Inf] c||d',
      [
        ['{0}', 'a || b'],
        [']0,Inf]', 'c||d'],
      ],
    ],
  ])('%s', (text, expected) => {
    expect(forms(text)).toEqual(expected)
    expect(printMessage(mixedSyntax.parse(text).parts)).toBe(text)
  })
})

describe('bars that are text', () => {
  test.each([
    'Home | Shop',
    'Error|Errors',
    '%name% | %site%',
    '{0} of {1} | {2}',
    '{0} files | {1} folders',
    '/(feature|develop)/',
    '{0:Message|Messages}',
    'Note: see https://a.org | https://b.org',
    'https://a.org|https://b.org',
    '<x id="LINK"/> | <x id="LINK_1"/>',
    'a || b',
    'a [1,2] | b',
    '%s|%d',
    '|',
    '',
  ])('%s', (text) => {
    expect(forms(text)).toBeNull()
    expect(printMessage(mixedSyntax.parse(text).parts)).toBe(text)
  })
})

describe('forms in the editor', () => {
  test('are changed one by one', () => {
    const plural = mixedSyntax.pluralOf?.('{0} none|]0,Inf] %count% files')
    expect(plural?.forms.map(({ selector }) => selector)).toEqual(['{0}', ']0,Inf]'])
    expect(plural?.canAdd).toBe(false)
    expect(plural?.withForm(']0,Inf]', '%count% Dateien')).toBe('{0} none|]0,Inf] %count% Dateien')
  })

  test('can be added if the language determines them', () => {
    const plural = mixedSyntax.pluralOf?.('%count% file|%count% files')
    expect(plural?.canAdd).toBe(true)
    const three = [...(plural?.forms ?? []), { selector: '2', text: '%count% plików' }]
    expect(plural?.withForms(three).text).toBe('%count% file|%count% files|%count% plików')
  })

  test('keep their positions while some are empty', () => {
    const plural = mixedSyntax.pluralOf?.('%count% file|%count% files')
    const text = plural?.withForms([
      { selector: '0', text: '' },
      { selector: '1', text: '' },
      { selector: '2', text: '%count%' },
    ]).text
    expect(text).toBe(' | |%count%')
    expect(forms(text ?? '')?.length).toBe(3)
  })

  test('that are empty in the text stay as they are', () => {
    const text = '[0,1]|{0} a|'
    const plural = mixedSyntax.pluralOf?.(text)
    const answer = plural?.withForms(plural.forms)
    expect(answer?.text).toBe(text)
    expect(answer?.spans.map(({ start, end }) => text.slice(start, end))).toEqual(['', 'a', ''])
    expect(plural?.withForm('{0}', 'b')).toBe('[0,1]|{0} b|')
  })

  test.each([
    ['', '%count% a| |%count% c'],
    ['||%count%', '%count% a| ||%count%|%count% c'],
  ])('are separate after one of them is changed to "%s"', (form, expected) => {
    const plural = mixedSyntax.pluralOf?.('%count% a|%count% b|%count% c')
    const text = plural?.withForm('1', form)
    expect(text).toBe(expected)
    expect(forms(text ?? '')?.length).toBe(3)
  })

  test('are none in a text with bars', () => {
    expect(mixedSyntax.pluralOf?.('Home | Shop')).toBeNull()
  })

  test('of ICU are still those of ICU', () => {
    expect(mixedSyntax.pluralOf?.('{n, plural, one {a|b} other {c}}')?.by).toBe('plural')
  })
})
