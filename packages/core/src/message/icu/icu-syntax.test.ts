import { describe, expect, test } from 'vitest'
import { applyFixes } from '../../checks/apply-fix.ts'
import { leavesOf } from '../leaves-of.ts'
import type { MessageSyntax } from '../message-syntax.ts'
import { flutterEscapingSyntax, flutterSyntax, formatjsSyntax, icuSyntax } from './icu-syntax.ts'

const issuesOf = (syntax: MessageSyntax, text: string) =>
  syntax.parse(text).issues.map(({ code, span }) => `${code} ${text.slice(span.start, span.end)}`)

const namesOf = (syntax: MessageSyntax, text: string) =>
  leavesOf(syntax.parse(text).parts).flatMap((leaf) => (leaf.kind === 'placeholder' ? [leaf.name] : []))

describe('FormatJS', () => {
  test.each([
    ['Heute {name} <wieder> öffnen', 'tag-invalid <wieder>', "Heute {name} '<'wieder> öffnen"],
    ['Aufruf: moor <boot>', 'tag-invalid <boot>', "Aufruf: moor '<'boot>"],
    ['Line<br>break', 'tag-invalid <br>', "Line'<'br>break"],
    ['<test!/>', 'tag-invalid <test!/>', "'<'test!/>"],
    ['{n, plural, one {<b>} other {x}}', 'tag-invalid <b>', "{n, plural, one {'<'b>} other {x}}"],
    ['<a href="x">y', 'tag-invalid <a href="x">', '\'<\'a href="x">y'],
  ])('rejects %j', (text, expected, fixed) => {
    expect(issuesOf(formatjsSyntax, text)).toEqual([expected])
    const [issue] = formatjsSyntax.parse(text).issues
    expect(issue && applyFixes(text, [issue])).toBe(fixed)
    expect(issuesOf(formatjsSyntax, fixed)).toEqual([])
  })

  test.each(['<a></b>', 'closed </b>', '<a><b></a></b>'])('rejects %j', (text) => {
    expect(formatjsSyntax.parse(text).issues).toMatchObject([{ code: 'tag-invalid' }])
  })

  test.each(['Tiefe < 3 m', 'a <3 b', '<b>{x}</b>', '<br/>', "'<'b>", 'x <'])('accepts %j', (text) => {
    expect(issuesOf(formatjsSyntax, text)).toEqual([])
  })

  test('an apostrophe quotes within something like a tag', () => {
    expect(leavesOf(formatjsSyntax.parse("<3 '{name}'>").parts)).toContainEqual(
      expect.objectContaining({ kind: 'escape', value: '{name}' }),
    )
  })

  test('tags are no concern of ICU itself', () => {
    for (const text of ['Aufruf: moor <boot>', '<a></b>', 'Line<br>break'])
      expect(issuesOf(icuSyntax, text)).toEqual([])
  })

  test('an apostrophe before # quotes in a plural only', () => {
    expect(leavesOf(formatjsSyntax.parse("{n, plural, other {'#' {x}}}").parts)).toContainEqual(
      expect.objectContaining({ kind: 'escape', value: '#' }),
    )
    expect(formatjsSyntax.parse("No '#' {x}").parts.map(({ kind }) => kind)).toEqual(['text', 'placeholder'])
  })
})

describe('Flutter with use-escaping', () => {
  test.each([
    ["'{name}' of {host}", ['host']],
    ["the guest''s {host}", ['host']],
    ["a 'quoted {one}' and {two}", ['two']],
    ["{count, plural, one{{count} room''s '{x}'} other{{count}}}", ['count', 'count']],
    ["'{'{a}'}'", ['a']],
  ])('%j has the placeholders %j', (text, names) => {
    expect(namesOf(flutterEscapingSyntax, text)).toEqual(names)
    expect(issuesOf(flutterEscapingSyntax, text)).toEqual([])
  })

  test.each([
    ["Rendez-vous à l'{time} !", ["apostrophe-quotes '"]],
    ["C'est {x}", ["apostrophe-quotes '"]],
    ["d'ici {x} l'autre", ["apostrophe-quotes '"]],
    ["it's", ["apostrophe-quotes '"]],
  ])('%j quotes by mistake', (text, expected) => {
    expect(issuesOf(flutterEscapingSyntax, text)).toEqual(expected)
    expect(issuesOf(flutterSyntax, text)).toEqual([])
  })

  test('a literal brace needs it', () => {
    expect(issuesOf(flutterEscapingSyntax, "A set is '{'a, b'}'.")).toEqual([])
    expect(flutterSyntax.parse("A set is '{'a, b'}'.").issues).toMatchObject([{ code: 'icu-syntax' }])
  })
})
