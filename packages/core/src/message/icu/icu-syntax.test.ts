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

describe('an apostrophe that quotes by mistake', () => {
  test.each([
    ["N'effacez pas l'{name}", "N'effacez pas l''{name}", ['name']],
    ["l'{name} de l'auteur", "l''{name} de l'auteur", ['name']],
    ["l'{name} et l'{other}", "l''{name} et l''{other}", ['name', 'other']],
    ["l'<b>{name}</b>", "l''<b>{name}</b>", ['name']],
    ["l'{name} ''{other}'' d'{x}", "l''{name} ''{other}'' d''{x}", ['name', 'other', 'x']],
    ["{n, plural, one {l'#} other {les #}}", "{n, plural, one {l''#} other {les #}}", ['n', 'n']],
    ["{g, select, f {l'amie} other {les amis'}}", "{g, select, f {l'amie} other {les amis''}}", []],
    ["{n, plural, one {user's} other {users'}}", "{n, plural, one {user's} other {users''}}", []],
    ["{d, date, HH 'h'} d'{name}", "{d, date, HH 'h'} d''{name}", ['d', 'name']],
  ])('is read as text: %j', (text, fixed, names) => {
    for (const syntax of [icuSyntax, formatjsSyntax]) {
      const { parts, issues } = syntax.parse(text)
      expect(new Set(issues.map(({ code, severity }) => `${severity} ${code}`))).toEqual(
        new Set(['error apostrophe-quotes']),
      )
      expect(namesOf(syntax, text)).toEqual(names)
      expect(leavesOf(parts).map((leaf) => leaf.text)).toEqual(
        leavesOf(syntax.parse(text).parts).map(({ span }) => text.slice(span.start, span.end)),
      )
      expect(applyFixes(text, issues)).toBe(fixed)
      expect(syntax.parse(fixed).issues).toEqual([])
      expect(namesOf(syntax, fixed)).toEqual(names)
    }
  })

  test.each([
    ["named '{name}'", "'{name}'"],
    ["named '{name}", "'{name}"],
    ["L'{'name'}'", "'{'"],
    ["the x'{y}' axis", "'{y}'"],
    ["{n, plural, other {a'#'}}", "'#'"],
  ])('is not one that something closes, or that starts a word: %j', (text, quoted) => {
    expect(issuesOf(icuSyntax, text)).toEqual([])
    expect(leavesOf(icuSyntax.parse(text).parts)).toContainEqual(
      expect.objectContaining({ kind: 'escape', text: quoted }),
    )
  })

  test.each(["A set is '{'a, b'}", "{d, date, HH 'h'}", "C'#1 {name}", "l'ami {name}", "les amis' {name}"])(
    'is not one that does not quote: %j',
    (text) => expect(issuesOf(icuSyntax, text)).toEqual([]),
  )
})

test('an apostrophe at the end of a tag does not hide the placeholder behind it', () => {
  expect(issuesOf(icuSyntax, "<a class='x'>{name}</a>")).toEqual(["apostrophe-quotes '"])
  expect(namesOf(icuSyntax, "<a class='x'>{name}</a>")).toEqual(['name'])
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
