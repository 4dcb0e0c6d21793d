import { describe, expect, test } from 'vitest'
import { syntaxById } from '../message/all-syntaxes.ts'
import { applyFixes } from './apply-fix.ts'
import { runChecks } from './run.ts'

/** Returns the texts without and with the fix of each issue about the end of the translation. */
function ends(source: string, text: string, language: string, syntax = 'i18next'): (string | null)[] {
  return runChecks({
    syntax: syntaxById(syntax),
    sourceLanguage: 'en',
    language,
    plural: 'none',
    sourceForms: { other: source },
    forms: { other: text },
    maxLength: null,
    limits: null,
  })
    .filter(({ code }) => code === 'end-punctuation')
    .map((issue) => (issue.fix === undefined ? null : applyFixes(text, [issue])))
}

describe('the dot of an abbreviation', () => {
  test.each([
    ['{{count}} min', '{{count}} Min.', 'de'],
    ['{{count}}h', '{{count}}\u00a0Std.', 'de'],
    ['<0>5</0> min', '<0>5</0> Min.', 'de'],
    ['Wait (5 min)', 'Warten (5 Min.)', 'de'],
    ['{{count}} sec', '{{count}} сек.', 'ru'],
    ['{{n}}M', '{{n}}Mio.', 'de'],
    ['5 PM', '5 p.\u00a0m.', 'es'],
    ['5 PM', '5 p.m.', 'es'],
    ['Ship to the United States', 'Enviar a los EE. UU.', 'es'],
    ['Photos, videos and more', 'Фото, видео и т. д.', 'ru'],
    ['N/A', 'N.v.t.', 'nl'],
    ['Off', 'Wył.', 'pl'],
    ['Apr', 'апр.', 'ru'],
    ['In/out', 'Вх./Вых.', 'ru'],
    ['Virgin Islands, U.S.', 'Виргинские острова, США', 'ru'],
    ['From 9 a.m.', 'Ab 9 Uhr', 'de'],
  ])('is no end of a sentence: %j → %j (%s)', (source, text, language) => {
    expect(ends(source, text, language)).toEqual([])
  })

  test('is recognized in the branches of a choice', () => {
    const source = '{n, plural, one {# min} other {# mins}}'
    expect(ends(source, '{n, plural, one {# Min.} other {# Min.}}', 'de', 'icu')).toEqual([])
  })

  test.each([
    ['Files, folders and more', 'Dateien, Ordner usw.', 'de'],
    ['Please try again', 'Попробуйте ещё раз.', 'ru'],
  ])('is not removed from another short word: %j → %j (%s)', (source, text, language) => {
    expect(ends(source, text, language)).toEqual([null])
  })

  test.each([
    ['{{count}} files', '{{count}} Dateien.', 'de', '{{count}} Dateien'],
    ['Hi {{name}}', 'Hallo {{name}}.', 'de', 'Hallo {{name}}'],
    ['Version 2', 'Version 2.', 'de', 'Version 2'],
    ['Error: %2$s', '错误：%2$s。', 'zh', '错误：%2$s'],
    ['{{count}} tags', '태그는 {{count}}개.', 'ko', '태그는 {{count}}개'],
    ['Wait 5 min.', 'Warten', 'de', 'Warten.'],
  ])('differs from a full stop: %j → %j (%s)', (source, text, language, fixed) => {
    expect(ends(source, text, language)).toEqual([fixed])
  })
})

test.each([
  ['\u2068', '\u2069'],
  ['\u202b', '\u202c'],
  ['', '\u061c'],
  ['‹', '›'],
  ['›', '‹'],
  ['｢', '｣'],
  ['〔', '〕'],
  ['', '\ufeff'],
])('%j and %j around a sentence do not hide its sign', (before, after) => {
  expect(ends('Saved.', `${before}Gespeichert.${after}`, 'de')).toEqual([])
  expect(ends('Saved?', `${before}Gespeichert.${after}`, 'de')).toEqual([`${before}Gespeichert?${after}`])
})

describe('a missing sign is that of the language and its script', () => {
  test.each([
    ['Really?', 'fr', '\u202f?'],
    ['Really?', 'fr-CH', '\u202f?'],
    ['Really?', 'fr-CA', '?'],
    ['Really!', 'fr-CA', '!'],
    ['Name:', 'fr-CA', '\u00a0:'],
    ['Really?', 'sd', '؟'],
    ['Really?', 'ckb', '؟'],
    ['Really?', 'ug', '؟'],
    ['Hello,', 'ks', '،'],
    ['Really?', 'ku', '?'],
    ['Really?', 'ku-Arab', '؟'],
    ['Saved.', 'fa', '.'],
    ['Saved.', 'ur', '۔'],
    ['Saved.', 'pa', '।'],
    ['Saved.', 'pa-Arab', '۔'],
    ['Saved.', 'or', '।'],
    ['Saved.', 'as', '।'],
    ['Saved.', 'mai', '।'],
    ['Saved.', 'bho', '।'],
    ['Saved.', 'mr', '.'],
    ['Saved.', 'hi-Latn', '.'],
    ['Saved.', 'ti', '።'],
    ['Hello,', 'am', '፣'],
    ['Saved.', 'my', '။'],
    ['Name:', 'km', '៖'],
    ['Saved.', 'bo', '།'],
    ['Saved.', 'dv', '.'],
    ['Really?', 'dv', '؟'],
    ['Saved.', 'zh-TW', '。'],
    ['Really?', 'wuu', '？'],
    ['Really?', 'zh-Latn', '?'],
    ['Really?', 'ja', '？'],
    ['Really?', 'ko', '?'],
    ['Saved.', 'sr-Latn', '.'],
    ['Saved.', 'xx', '.'],
    ['Saved.', 'x-pirate', '.'],
  ])('%j → %s: %j', (source, language, sign) => {
    expect(ends(source, 'Abc', language)).toEqual([`Abc${sign}`])
    expect(ends(source, `Abc${sign}`, language)).toEqual([])
  })

  test('a sign within a word, or at both ends, is for a person to write', () => {
    for (const [text, language] of [
      ['Լքել այգին', 'hy'],
      ['De verdad', 'es'],
      ['De verdad', 'es-MX'],
      ['De verdá', 'ast'],
    ] as const)
      expect(ends('Really?', text, language)).toEqual([null])
    expect(ends('Really?', '¿De verdad', 'es')).toEqual(['¿De verdad?'])
    expect(ends('Really!', '¡De verdad', 'es')).toEqual(['¡De verdad!'])
    expect(ends('Really!', '¿De verdad', 'es')).toEqual([null])
    expect(ends('Saved.', 'Guardado', 'es')).toEqual(['Guardado.'])
  })
})
