import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkFolder } from '../src/check/check-folder.ts'

// Folders of the kind that the program named in each title loads, with what that program makes of them.
const cases = new URL('./fixtures/cases/', import.meta.url).pathname
const temporary = mkdtempSync(join(tmpdir(), 'dragoman-cases-'))
afterAll(() => rmSync(temporary, { recursive: true }))

/** Returns the findings as `language key: code what`. */
async function findingsIn(folder: string): Promise<readonly string[]> {
  const { findings } = await checkFolder(folder)
  return findings
    .map(({ language, key, code, params }) =>
      [
        `${language} ${key}: ${code}`,
        ...['placeholder', 'nesting', 'form', 'number'].flatMap((name) => params[name] ?? []),
      ].join(' '),
    )
    .toSorted()
}

const findings = (name: string) => findingsIn(join(cases, name))

describe('vue-i18n', () => {
  test('finds every message that the compiler rejects, and links to another key', async () => {
    expect(await findings('s03-vue-message-does-not-compile')).toEqual([
      'de boats: form-empty',
      'de more: end-punctuation',
      'de more: nesting-missing @:menu.title',
      'de say: nesting-missing @:слово',
      'de slot: placeholder-invalid',
      'de stop: brace-unmatched',
    ])
  })

  test('finds an address with @, a bar that divides the text, and a misspelled link', async () => {
    expect(await findings('07-vue-at-sign')).toEqual([
      'de contact.drinks: bar-extra',
      'de contact.mail: link-invalid',
      'ja contact.again: nesting-missing @:contact.mail',
      'ja contact.handle: link-invalid',
    ])
  })
})

describe('printf', () => {
  test('finds a percent sign that is no longer doubled', async () => {
    expect(await findings('s02-printf-percent-sign')).toEqual([
      'de Tank 100%% full: percent-undoubled',
      'de Tide at %d%% of its range: percent-undoubled',
    ])
  })

  test('counts braces without a number from 0', async () => {
    expect(await findings('s06-python-brace-numbering')).toEqual([])
  })

  test('finds a lost %r of Python, and accepts %s instead', async () => {
    expect(await findings('s09-python-percent-r')).toEqual(['de Unknown flag %r: placeholder-missing %r'])
  })
})

describe('java.text.MessageFormat', () => {
  test('finds an apostrophe that quotes, except in a text without arguments', async () => {
    expect(await findings('s01-java-messageformat-apostrophe')).toEqual(['fr berth: apostrophe-quotes'])
  })

  test('reads the branches of a choice', async () => {
    expect(await findings('s14-java-choice')).toEqual([
      'fr ships: placeholder-extra {1}',
      'fr ships: placeholder-missing {0}',
    ])
  })
})

test('FormatJS: finds tags that are not closed', async () => {
  expect(await findings('s07-formatjs-open-tag')).toEqual(['de open: tag-invalid', 'de usage: tag-invalid'])
})

describe('Flutter', () => {
  test('reads quoted text if l10n.yaml has use-escaping', async () => {
    expect(await findings('06-arb-use-escaping')).toEqual([
      'fr farewell: apostrophe-quotes',
      'fr farewell: placeholder-missing {time}',
    ])
  })

  test('reads apostrophes as text otherwise', async () => {
    const folder = join(temporary, 'arb')
    cpSync(join(cases, '06-arb-use-escaping'), folder, { recursive: true })
    const settings = join(folder, 'l10n.yaml')
    writeFileSync(settings, readFileSync(settings, 'utf8').replace(/^use-escaping.*\n/m, ''))
    expect(await findingsIn(folder)).toEqual([
      'en braces: icu-syntax',
      'fr braces: icu-syntax',
      'fr hint: placeholder-extra {nom}',
      'fr hint: placeholder-missing {name}',
    ])
  })
})

test('punctuation and digits of other scripts are no findings', async () => {
  expect(await findings('08-punctuation-of-scripts')).toEqual([
    'de ask: end-punctuation',
    'de ten: numbers 10',
  ])
})

describe('ICU in YAML', () => {
  test('Symfony: reads domains with +intl-icu as ICU, and others with %name%', async () => {
    expect(await findings('02-symfony-intl-icu/symfony')).toEqual([
      'fr dock.berth: placeholder-missing %berth%',
      'fr hire.greeting: apostrophe-quotes',
      'fr hire.lock: placeholder-missing {closing, time, short}',
    ])
  })

  test('Ember: finds a quoted placeholder and a renamed argument', async () => {
    expect(await findings('02-symfony-intl-icu/ember')).toEqual([
      'nl-NL naming.boats: placeholder-extra aantal',
      'nl-NL naming.boats: placeholder-missing {count}',
      'nl-NL naming.tip: placeholder-missing {example}',
    ])
  })
})

describe('files that no program names have the syntax of their texts', () => {
  test.each([
    ['symfony-yaml', ['de files: placeholder-missing %count%', 'de hello: placeholder-missing %name%']],
    ['symfony-ini', ['de app.hello: placeholder-missing %name%']],
    [
      'yii-php',
      [
        'de Hello {name}: placeholder-missing {name}',
        'de Page {page, number} of {total, number}: placeholder-missing {total, number}',
      ],
    ],
    ['magento-csv', ['de-DE Order %1 of %2: placeholder-missing %2']],
    ['json5', ['de hello: placeholder-missing {name}']],
  ])('%s: a lost placeholder is found, and nothing else', async (folder, expected) => {
    expect(await findings(`f06-placeholders-by-format-alone/${folder}`)).toEqual(expected)
  })
})
