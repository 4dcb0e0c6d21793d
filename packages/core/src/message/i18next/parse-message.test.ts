import { describe, expect, test } from 'vitest'
import { printMessage } from '../../../test/print-message.ts'
import { placeholdersOf } from '../placeholders-of.ts'
import { parseMessage } from './parse-message.ts'

const kinds = (text: string) => parseMessage(text).parts.map((part) => `${part.kind}:${part.text}`)

describe('parseMessage', () => {
  test('placeholders', () => {
    expect(
      parseMessage('Hi {{name}}, {{- html}} {{ value , number(minimumFractionDigits: 2) }}').parts,
    ).toMatchObject([
      { kind: 'text', text: 'Hi ', span: { start: 0, end: 3 } },
      { kind: 'placeholder', name: 'name', escaping: 'escaped', format: null, span: { start: 3, end: 11 } },
      { kind: 'text' },
      { kind: 'placeholder', name: 'html', escaping: 'raw' },
      { kind: 'text' },
      { kind: 'placeholder', name: 'value', format: 'number(minimumFractionDigits: 2)' },
    ])
  })

  test('nesting with options, quotes and parentheses', () => {
    expect(parseMessage('a $t(girls, {"count": {{girls}} }) b').parts[1]).toMatchObject({
      kind: 'nesting',
      key: 'girls',
      options: '{"count": {{girls}} }',
    })
    expect(parseMessage('$t(a, { "x": ")" })').parts).toMatchObject([
      { kind: 'nesting', key: 'a', options: '{ "x": ")" }' },
    ])
    expect(parseMessage('$t(ns:key)$t(b (c))').parts).toMatchObject([{ key: 'ns:key' }, { key: 'b (c)' }])
    expect(parseMessage("$t(don't)").parts).toMatchObject([{ kind: 'nesting', key: "don't" }])
  })

  test('tags', () => {
    expect(kinds('<0>a</0><br/><bold>b</bold><a href="x">c</a>')).toEqual([
      'tag:<0>',
      'text:a',
      'tag:</0>',
      'tag:<br/>',
      'tag:<bold>',
      'text:b',
      'tag:</bold>',
      'tag:<a href="x">',
      'text:c',
      'tag:</a>',
    ])
    expect(parseMessage('<br /><0 /></b>').parts).toMatchObject([
      { form: 'empty' },
      { form: 'empty' },
      { form: 'close', name: 'b' },
    ])
  })

  test.each(['a < b', '<3', '{name}', '$5 {', 'a <', '{{', '{{}}', '$t()', '<>', '</>', '100%'])(
    '%j is only text',
    (text) => {
      expect(parseMessage(text).parts.every((part) => part.kind === 'text')).toBe(true)
      expect(printMessage(parseMessage(text).parts)).toBe(text)
    },
  )

  test('unclosed syntax is text with an issue', () => {
    expect(parseMessage('Hi {{name')).toMatchObject({
      parts: [{ kind: 'text', text: 'Hi {{name' }],
      issues: [{ code: 'placeholder-unclosed', severity: 'error', span: { start: 3, end: 9 } }],
    })
    expect(parseMessage('{{a {{b}}').issues).toMatchObject([{ span: { start: 0, end: 4 } }])
    expect(parseMessage('{{a {{b}}').parts).toMatchObject([
      { kind: 'text' },
      { kind: 'placeholder', name: 'b' },
    ])
    expect(parseMessage('$t(key').issues).toMatchObject([{ code: 'nesting-unclosed' }])
  })

  test('a third brace belongs to the name, so that no value is found', () => {
    expect(parseMessage('{{{name}}}').parts).toMatchObject([
      { kind: 'placeholder', name: '{name', text: '{{{name}}' },
      { kind: 'text', text: '}' },
    ])
  })

  test.each([
    '$t(a, {count: 1})',
    '$t(a, {"count": one})',
    '$t(a, {"count": 1,})',
    '$t(a, {"list": [1, {"b": 2}]})',
    '$t(a,{"x": \'y\'})',
    '$t(a, {b}, {"c": 1})',
  ])('options that are not JSON are reported: %s', (text) => {
    const { parts, issues } = parseMessage(text)
    expect(issues).toMatchObject([{ code: 'nesting-options', span: { start: 0, end: text.length } }])
    expect(parts).toMatchObject([{ kind: 'nesting', key: 'a' }])
  })

  test.each([
    '$t(a, {"count": 1})',
    "$t(a, {'count': 1})",
    '$t(a, {"count": {{girls}} })',
    '$t(a, {"name": "{{name}}"})',
    '$t(a, uppercase)',
    '$t(a, {"count": 1}, uppercase)',
    '$t(a, {"b": {"c": 1}})',
  ])('options that i18next can parse are not reported: %s', (text) => {
    expect(parseMessage(text).issues).toEqual([])
  })

  test.each(['{{', '$t(', '<', '<a', '$t("', "$t('", '{{{', '{{a}', '$t((', '<a '])(
    'a long run of %j does not hang',
    (piece) => {
      const text = piece.repeat(50_000 / piece.length)
      expect(printMessage(parseMessage(text).parts)).toBe(text)
    },
  )
})

test('finds placeholders in the options of a nesting', () => {
  const text = 'x {{a}} $t(b, {"count": {{c}} })'
  const found = placeholdersOf(parseMessage(text).parts)
  expect(found.map(({ name }) => name)).toEqual(['a', 'c'])
  for (const { span, text: piece } of found) expect(text.slice(span.start, span.end)).toBe(piece)
})
