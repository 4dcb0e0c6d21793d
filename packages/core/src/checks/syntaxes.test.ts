import { describe, expect, test } from 'vitest'
import { syntaxById } from '../message/all-syntaxes.ts'
import type { Forms } from '../message/forms.ts'
import { applyFixes } from './apply-fix.ts'
import type { CheckInput } from './check.ts'
import { runChecks } from './run.ts'

function pair(syntax: string, source: string, text: string, language = 'de'): CheckInput {
  return {
    syntax: syntaxById(syntax),
    sourceLanguage: 'en',
    language,
    plural: 'none',
    sourceForms: { other: source },
    forms: { other: text },
    maxLength: null,
    limits: null,
  }
}

function plural(
  syntax: string,
  { source, forms, language }: { source: Forms; forms: Forms; language: string },
): CheckInput {
  return { ...pair(syntax, '', '', language), plural: 'cardinal', sourceForms: source, forms }
}

const codes = (input: CheckInput) => runChecks(input).map(({ code }) => code)

test('tags of Symfony are compared in the form for most numbers', () => {
  const source = '{0} None|]0,Inf] <b>%count%</b> files'
  expect(codes(pair('mixed', source, '{0} Keine|]0,Inf] %count% Dateien'))).toEqual([
    'tag-missing',
    'tag-missing',
  ])
  expect(codes(pair('mixed', source, ']0,Inf] <i>%count%</i> Dateien|{0} Keine'))).toEqual([
    'tag-missing',
    'tag-missing',
    'tag-extra',
    'tag-extra',
  ])
  expect(codes(pair('mixed', source, '{0} Keine|]0,Inf] <b>%count% Dateien'))).toContain('tag-missing')
})

test('forms between bars that the program never shows are reported', () => {
  const found = (syntax: string, source: string, text: string, language: string) =>
    runChecks(pair(syntax, source, text, language)).flatMap(({ code, severity, span, params }) =>
      code === 'pipe-form-unused' ? [[severity, text.slice(span.start, span.end), params?.place]] : [],
    )
  const files = 'One file|:count files'
  expect(found('laravel', files, 'Bir dosya|:count dosya', 'tr')).toEqual([['warning', ':count dosya', 2]])
  expect(found('laravel', files, 'bir | :count fayl', 'uz')).toEqual([['warning', ':count fayl', 2]])
  expect(found('laravel', files, 'aon|dó|cúpla|:count comhad', 'ga')).toEqual([
    ['warning', ':count comhad', 4],
  ])
  expect(found('mixed', 'One file|%count% files', 'Bir dosya|%count% dosya', 'tr')).toEqual([
    ['warning', '%count% dosya', 2],
  ])
  expect(found('laravel', files, ':count dosya', 'tr')).toEqual([])
  expect(found('laravel', files, ':count plik|:count pliki|:count plików', 'pl')).toEqual([])
  // These are selected by their numbers.
  expect(found('laravel', files, '{0} yok|{1} Bir dosya|[2,*] :count dosya', 'tr')).toEqual([])
  // This is no plural; in vue-i18n the app has a rule of its own.
  expect(found('laravel', 'Home | Shop', 'Ana sayfa | Mağaza', 'tr')).toEqual([])
  expect(found('vue-i18n', 'one | {n} files', 'bir | {n} dosya', 'tr')).toEqual([])
})

describe('no issues for', () => {
  test.each([
    ['printf', '%s has %d files', '%2$d Dateien hat %1$s'],
    ['printf', '%1$s has %2$d files', '%2$d Dateien hat %1$s'],
    ['printf', 'Sure, 100% of it', 'Sicher, zu 100% davon'],
    ['object-pascal', '%s: %d', '%1:d: %0:s'],
    ['printf', '%d files', '%i Dateien'],
    ['printf', '%(name)s and {other}', '{other} und %(name)s'],
    ['printf', 'Usage: tool <file>', 'Aufruf: tool <Datei>'],
    ['printf', 'Berth {} of {}', 'Von {1} Plätzen Platz {0}'],
    ['printf', '{} of {}', '{} von {}'],
    ['printf', '{!r} of {:d}', '{1} von {0}'],
    ['printf', '{0} of {1}', '{} von {}'],
    ['printf', '%s and {}', '{0} und %s'],
    ['printf', 'Bad code %r', 'Falscher Code %s'],
    ['printf', '%r of %s', '%s von %r'],
    ['printf', 'Tide at %d%%', 'Tide bei %d %%'],
    ['printf', '100% full', 'Zu 100 % voll'],
    ['mixed', '{0} None|{1} One|]1,Inf] %count% files', '{0} Keine|]0,Inf] %count% Dateien'],
    ['mixed', '[0,1] %count% file|]1,Inf] %count% files', ']-Inf,1] %count% Datei|]1,Inf[ %count% Dateien'],
    [
      'mixed',
      '{0} No results|{1} <b>1</b> result|]1,Inf] <b>%count%</b> results',
      '{0} Nic|{1} <b>1</b> wynik|{2,3,4} <b>%count%</b> wyniki|[5,Inf] <b>%count%</b> wyników',
    ],
    [
      'mixed',
      '{0} None|]0,Inf] <b>%count%</b> files',
      '<b>%count%</b> Datei|<b>%count%</b> Dateien|{0} Keine',
    ],
    ['mixed', 'one: One file|other: %count% files', 'one: Eine Datei|other: %count% Dateien'],
    ['mixed', 'It has {{ limit }} line.|It has {{ limit }} lines.', 'Es hat {{ limit }} Zeile.'],
    ['mixed', '<b>%site%</b> | %page%', '%page% | <b>%site%</b>'],
    ['apple', '%lld%% full', 'Zu %lld %% voll'],
    ['apple', '%#@files@ from %#@people@', '%#@dateien@ von %#@leuten@'],
    ['laravel', 'Hello :name', ':Name, hallo'],
    ['chrome', 'By $NAME$', 'Von $name$'],
    ['dotnet', '{0} of {1}', '{1:N0}: {0}'],
    ['qt', '%1 of %2', '%2: %1'],
    ['qt', '50% off', '%50 indirim'],
    ['qt', 'Zoom to 100%', '%100 yakınlaştır'],
    ['qt', '%1 is 50% off', '%50 indirim: %1'],
    ['kde', '5 % left', '%5 kaldı'],
    ['mixed', '%percent%% complete', '%%percent% tamamlandı'],
    ['mixed', '%percent%% complete', '%percent% % fertig'],
    ['printf', '{0}% done', '{0}%-a kész'],
    ['mixed', '{0}% done', 'A {0}%-a kész'],
    ['laravel', 'Supported formats: jpg, png', '支持的格式:jpg、png'],
    ['laravel', 'Hello :name, formats: jpg', ':name 你好，格式:jpg'],
    ['vue-i18n', 'none | one | {n} cars', 'keine|eins|{n} Autos'],
    ['icu', '{n, plural, one {# file} other {# files}}', '{n, plural, one {eine Datei} other {# Dateien}}'],
    [
      'icu',
      '{n, plural, one {# file} other {# files}}.',
      '{n, plural, one {eine Datei.} other {# Dateien.}}',
    ],
    ['icu', '{n, plural, one {{thing}} other {{things}}}', '{n, plural, one {{thing}} other {{things}}}'],
    [
      'icu',
      '{n, plural, one {<b>#</b> file} other {<b>#</b> files}}',
      '{n, plural, one {<b>eine</b> Datei} other {<b>#</b> Dateien}}',
    ],
    ['icu', '{n, number} files', '{n} Dateien'],
    ['icu', "named '{name}'", 'namens „{name}“'],
    ['flutter', "the user's {name}", "l'{name}"],
    [
      'fluent',
      '{ $n ->\n    [one] One\n   *[other] { $n }\n}',
      '{ $n ->\n    [one] Eins\n   *[other] { $n }\n}',
    ],
    [
      'fluent',
      '{ -brand-name } was updated',
      '{ -brand-name.gender ->\n    [feminine] Aktualisierte { -brand-name }\n   *[other] Aktualisiertes { -brand-name }\n}',
    ],
    ['fluent', '{ PLATFORM() ->\n    [macos] Preferences\n   *[other] Options\n}', 'Einstellungen'],
    ['fluent', 'Settings', '{ PLATFORM() ->\n    [macos] Einstellungen\n   *[other] Optionen\n}'],
    ['fluent', 'Files', '{ { -app.gender ->\n   *[other] Dateien\n } }'],
  ])('%s: %j → %j', (syntax, source, text) => expect(codes(pair(syntax, source, text))).toEqual([]))

  test.each([
    ['Error|Errors', '%count% błąd|%count% błędy|%count% błędów'],
    ['At least one word.|At least {{ min }} words.', 'Słowo.|{{ min }} słowa.|Co najmniej {{ min }} słów.'],
  ])('more forms than the source has: %j → %j', (source, text) =>
    expect(codes(pair('mixed', source, text, 'pl'))).toEqual([]),
  )

  test('a form for a single number can write it as a word', () => {
    const source = { one: '%s file', other: '%s files' }
    expect(
      codes(plural('printf', { source, forms: { one: 'eine Datei', other: '%s Dateien' }, language: 'de' })),
    ).toEqual([])
    expect(
      codes(
        plural('qt', {
          source: { other: '%n file(s)' },
          forms: { one: 'eine', other: '%n' },
          language: 'de',
        }),
      ),
    ).toEqual([])
    expect(
      codes(plural('printf', { source, forms: { one: 'eine Datei', other: 'Dateien' }, language: 'de' })),
    ).toEqual(['placeholder-missing'])
  })
})

describe('damaged placeholders', () => {
  test.each([
    ['printf', '%s and %d', '%s und', ['placeholder-missing'], null],
    ['printf', '%s: %d', '%d: %s', ['placeholder-order'], '%2$d: %1$s'],
    ['c', '%s: %d', '%d: %s', ['placeholder-order'], '%2$d: %1$s'],
    ['go-printf', '%s: %-5.2f', '%-5.2f: %s', ['placeholder-order'], '%-5.2[2]f: %[1]s'],
    ['object-pascal', '%s: %d', '%d: %s', ['placeholder-order'], '%1:d: %0:s'],
    ['named-printf', '%s: %d', '%d: %s', ['placeholder-order'], 'none'],
    ['lisp', '~a: ~d', '~d: ~a', ['placeholder-order'], 'none'],
    ['printf', '%d files', '%s Dateien', ['placeholder-missing', 'placeholder-extra'], null],
    ['printf', '%1$s files', '% 1$s Dateien', ['placeholder-missing'], '%1$s Dateien'],
    ['printf', 'Berth {} of {}', 'Von {2} Platz {1}', ['placeholder-missing', 'placeholder-extra'], null],
    ['printf', 'Unknown flag %r', 'Unbekannte Flagge', ['placeholder-missing'], null],
    ['printf', '%r and %r', '%r', ['placeholder-missing'], null],
    ['printf', 'Tide at %d%%', 'Tide bei %d % des Hubs', ['percent-undoubled'], 'Tide bei %d %% des Hubs'],
    ['printf', '100%% full', 'Zu 100% gefüllt', ['percent-undoubled'], 'Zu 100%% gefüllt'],
    ['printf', '5%% and 6%%', '5 % und 6%%', ['percent-undoubled'], '5 %% und 6%%'],
    ['printf', '100%% full', '100%ig', ['percent-undoubled'], '100%%ig'],
    ['apple', '%lld%% full', '%lld % voll', ['percent-undoubled'], '%lld %% voll'],
    ['mixed', '%count% is %d%%', '%count% ist %d %', ['percent-undoubled'], '%count% ist %d %%'],
    [
      'mixed',
      '{0} None|]0,Inf] <b>%count%</b> files of %name%',
      '{0} Keine|]0,Inf] %count% Dateien',
      ['placeholder-missing'],
      null,
    ],
    [
      'mixed',
      '{0} None|]0,Inf] %count% files',
      '{0} Keine|]0,Inf] %cuont% Dateien',
      ['placeholder-missing', 'placeholder-extra'],
      '{0} Keine|]0,Inf] %count% Dateien',
    ],
    ['mixed', '%name% | %site%', '%name%', ['placeholder-missing'], null],
    ['ruby', 'By %{name}', 'Von {name}%', ['placeholder-missing'], 'Von %{name}'],
    ['qt', '%1 of %2', '٪1 / %2', ['placeholder-missing'], '%1 / %2'],
    ['qt', '50% off', '%5 indirim', ['placeholder-extra'], null],
    ['qt', '50% off', '%505 indirim', ['placeholder-extra'], null],
    ['qt', '150% off', '%50 indirim', ['placeholder-extra'], null],
    ['qt', '50 files', '%50 dosya', ['placeholder-extra'], null],
    ['mixed', '%percent%% complete', '%% tamamlandı', ['placeholder-missing'], null],
    ['mixed', 'At %percent%', '%%percent% tamamlandı %cuont%', ['placeholder-extra'], null],
    ['printf', 'Ready', '%-5d kész', ['placeholder-extra'], null],
    ['laravel', 'By :name', '由:nmae', ['placeholder-missing', 'placeholder-extra'], '由:name'],
    ['laravel', 'Formats: jpg', '格式 :jpg', ['placeholder-extra'], null],
    ['qt', 'See %1', 'انظر ٪١', ['placeholder-missing'], 'انظر %1'],
    ['icu', 'By {name}', '由｛name｝', ['placeholder-missing'], '由{name}'],
    ['i18next', 'By {{name}}', '由｛｛name｝｝', ['placeholder-missing'], '由{{name}}'],
    ['laravel', 'By :name', 'Von : name', ['placeholder-missing'], 'Von :name'],
    ['icu', 'By {name}', 'Von {Name}', ['placeholder-missing', 'placeholder-extra'], null],
    ['icu', 'The {name}', "L'{name}", ['apostrophe-quotes'], "L''{name}"],
    ['icu', 'The {name}', "Le '{name}'", ['placeholder-missing'], null],
    ['icu', "It'{name}", "L'{name}", [], null],
    [
      'icu',
      '{n, plural, one {the #} other {# files}}',
      "{n, plural, one {l'#} other {# fichiers}}",
      ['apostrophe-quotes'],
      "{n, plural, one {l''#} other {# fichiers}}",
    ],
    ['icu', '{n, plural, one {# a} other {# b}}', '{n, plural, one {# a}}', ['choice-other-missing'], null],
    [
      'icu',
      '{g, select, f {her} other {their}}',
      '{g, select, w {ihr} other {ihr}}',
      ['choice-key-extra', 'choice-key-missing'],
      null,
    ],
    ['icu', '{d, date, short}', '{d}', ['placeholder-type'], '{d, date, short}'],
    [
      'icu',
      '{n, plural, one {# a} other {# b}}',
      '{n, plural, one {a} other {b}}',
      ['placeholder-missing'],
      null,
    ],
    [
      'icu',
      '{n, plural, other {#}}',
      '{n, plural, other {#}}}',
      ['brace-unmatched'],
      '{n, plural, other {#}}',
    ],
    ['vue-i18n', 'Press @:save', 'Speichern', ['nesting-missing'], null],
    ['fluent', 'By you', '{ $g ->\n    [f] Von ihr\n   *[other] Von dir\n}', ['placeholder-extra'], null],
    ['fluent', '{ -brand } by { $name }', 'von { $name }', ['nesting-missing'], null],
  ])('%s: %j → %j', (syntax, source, text, expected, fixed) => {
    const issues = runChecks(pair(syntax, source, text)).filter(({ code }) =>
      /placeholder|percent|choice|brace|nesting|syntax|apostrophe/.test(code),
    )
    expect(issues.map(({ code }) => code)).toEqual(expected)
    const fixable = issues.find(({ fix }) => fix !== undefined)
    if (fixed !== null) expect(fixable === undefined ? 'none' : applyFixes(text, [fixable])).toBe(fixed)
  })

  test('missing forms of a plural within the text are reported together', () => {
    const issues = runChecks(
      pair('icu', '{n, plural, one {# a} other {# b}}', '{n, plural, one {# a} other {# b}}', 'pl'),
    )
    expect(issues).toMatchObject([
      { code: 'choice-form-missing', severity: 'warning', params: { form: 'few, many' } },
    ])
  })

  test.each([
    ['de', '=1 {eins} other {# b}', null],
    // 21 and 31 would get `other`.
    ['ru', '=1 {один} few {# b} many {# c} other {# d}', 'one'],
    ['ru', 'one {# a} few {# b} many {# c} other {# d}', null],
    // 0 is `one` too.
    ['fr', '=1 {un} other {# b}', 'one'],
    ['fr', '=0 {zéro} =1 {un} other {# b}', null],
    ['ar', 'zero {#} =1 {a} =2 {b} few {# c} many {# d} other {# e}', null],
  ])('an exact number only replaces a category of that number, in %s: %s', (language, branches, missing) => {
    const issues = runChecks(
      pair('icu', '{n, plural, one {# a} other {# b}}', `{n, plural, ${branches}}`, language),
    )
    const forms = issues
      .filter(({ code }) => code === 'choice-form-missing')
      .map(({ params }) => params?.form)
    expect(forms).toEqual(missing === null ? [] : [missing])
  })
})
