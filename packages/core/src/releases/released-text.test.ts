import { describe, expect, test } from 'vitest'
import { countDifferences, differencesOfTexts, type ReleasedText, statusChanges } from './released-text.ts'

const text = (name: string, fields: Partial<ReleasedText> = {}): ReleasedText => ({
  name,
  plural: 'none',
  path: [name],
  forms: { other: name },
  state: 'translated',
  failing: false,
  ...fields,
})

const named = (texts: readonly { readonly name: string }[]) => texts.map(({ name }) => name)

describe('differencesOfTexts', () => {
  test('separates added, changed and removed texts', () => {
    const before = [text('kept'), text('changed'), text('removed'), text('emptied')]
    const after = [
      text('kept'),
      text('changed', { forms: { other: 'else' } }),
      text('emptied', { forms: {} }),
      text('added'),
    ]
    const found = differencesOfTexts(before, after)
    expect(named(found.added)).toEqual(['added'])
    expect(found.changed.map(({ after: { name } }) => name)).toEqual(['changed'])
    expect(named(found.removed)).toEqual(['removed', 'emptied'])
    expect(found.status).toEqual([])
    expect(countDifferences(found)).toBe(4)
  })

  test('reports texts whose review or errors changed, because channels can leave them out', () => {
    const before = [text('a'), text('b', { state: 'reviewed' }), text('c'), text('d', { failing: true })]
    const after = [text('a', { state: 'reviewed' }), text('b'), text('c', { failing: true }), text('d')]
    const found = differencesOfTexts(before, after)
    expect(found.status.map((one) => [one.after.name, ...statusChanges(one)])).toEqual([
      ['a', 'reviewed'],
      ['b', 'review-removed'],
      ['c', 'error'],
      ['d', 'error-fixed'],
    ])
    expect([found.added, found.changed, found.removed]).toEqual([[], [], []])
    expect(countDifferences(found)).toBe(4)
  })

  test('ignores whether a text is a draft, because channels serve both', () => {
    const found = differencesOfTexts([text('a', { state: 'draft' })], [text('a')])
    expect(countDifferences(found)).toBe(0)
  })

  test('reports another place in the file and other aliases as a change', () => {
    const before = [text('a.b', { path: ['a', 'b'] }), text('new')]
    const aliases = [{ name: 'old', path: ['old'] }]
    const after = [text('a.b', { path: ['a.b'] }), text('new', { aliases })]
    const { changed } = differencesOfTexts(before, after)
    expect(changed.map((one) => [one.after.name, ...statusChanges(one)])).toEqual([
      ['a.b', 'place'],
      ['new', 'aliases'],
    ])
  })
})
