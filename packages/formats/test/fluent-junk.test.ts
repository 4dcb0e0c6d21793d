import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fluent } from '../src/fluent/fluent.ts'
import { scanFtl } from '../src/fluent/ftl-scanner.ts'
import { FILE_LIMITS } from '../src/limits/limits.ts'

// A line that is no message was read as far as its mistake, for each of millions: an edit of 8 MB took over 2 seconds.

const MANY = 20_000
const read = (text: string) => fluent.read(new Uint8Array(Buffer.from(text)))

describe('many lines that are no messages', () => {
  test.each([
    'x\n',
    'x y z\n',
    '-x\n',
    '-\n',
    '#x\n',
    'x =\n',
    'x =  \r\n',
    '.x\n',
    '}\n',
    'x\n  y\n',
    'x\n\n',
  ])('like %j are few parts, however many they are', (line) => {
    const parts = [...scanFtl(`a = A\n${line.repeat(MANY)}b = B\n`)]
    expect(parts.filter(({ kind }) => kind === 'message')).toMatchObject([{ id: 'a' }, { id: 'b' }])
    expect(parts.length).toBeLessThan(FILE_LIMITS.warnings + 10)
    // Nothing is left out, and nothing is read twice.
    for (const [index, part] of parts.entries())
      expect(part.start).toBeGreaterThanOrEqual(parts[index - 1]?.end ?? 0)
  })

  test('keep the texts around them, and edits change only their own', () => {
    const junk = 'x\n'.repeat(MANY)
    const text = `a = A\n${junk}# About b\nb = B\n${junk}`
    const document = read(text)
    expect(
      [...document.entries.values()].map(({ name, text: own, comment }) => [name, own, comment]),
    ).toEqual([
      ['a', 'A', undefined],
      ['b', 'B', 'About b'],
    ])
    expect(document.issues.length).toBe(FILE_LIMITS.warnings)
    const edited = (edits: Parameters<typeof fluent.edit>[1]) =>
      Buffer.from(fluent.edit(document, edits)).toString()
    expect(edited([{ kind: 'set', name: 'b', text: 'New' }])).toBe(text.replace('b = B', 'b = New'))
    expect(edited([{ kind: 'remove', name: 'a' }])).toBe(text.replace('a = A\n', ''))
  })

  test('hide none of the messages that are found without them', () => {
    const line = fc.constantFrom(
      ...['a = A', '-b = B', 'c =', '    text', '    .d = D', '# note', '#note', '## group', 'x', '-', '-y'],
      ...[
        'e = {',
        '}',
        '',
        '  ',
        'f = { $g',
        '    }',
        '.h = H',
        'i=I',
        '[one] 1',
        'j = \r',
        'k =\r',
        '####',
        'é = É',
      ],
    )
    const messagesOf = (text: string, from: number) =>
      [...scanFtl(text)].flatMap((part) =>
        part.kind === 'message'
          ? [[part.id, part.start - from, part.end - from, part.attributes.map(({ id }) => id)] as const]
          : [],
      )
    const before = 'x\n'.repeat(FILE_LIMITS.warnings + 1)
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = `x\n${lines.join('\n')}`
        expect(messagesOf(before + text, before.length)).toEqual(messagesOf(text, 0))
      }),
      { numRuns: 2000, seed: 15 },
    )
  })
})
