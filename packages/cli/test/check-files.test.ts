import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkFolder } from '../src/check/check-folder.ts'

type Files = Readonly<Record<string, string>>

/** Checks a folder with these files. Returns key, code and params of each finding. */
async function check(files: Files | string): Promise<readonly (readonly unknown[])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-check-files-'))
  try {
    if (typeof files === 'string')
      await cp(new URL(`cases/${files}`, import.meta.url), folder, { recursive: true })
    else
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), text)
      }
    const { findings } = await checkFolder(folder)
    return findings.map(({ key, code, params }) => [key.split('\0')[0], code, Object.values(params)[0]])
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('placeholders of PO files are what the flags of each message say', () => {
  test('lost placeholders are found, and nothing else', async () => {
    expect(await check('po-placeholders')).toEqual([
      ['Copied %1 of %2 jars', 'placeholder-missing', '%2'],
      ['Reached shelf %1 near %2', 'placeholder-missing', '%1'],
      ['Reached shelf %1 near %2', 'placeholder-missing', '%2'],
      ['Shelf %1% holds %2% jars', 'placeholder-missing', '%2%'],
      ['$cook has opened the jar', 'placeholder-missing', '$cook'],
      ['{cook} has {jars} jars', 'placeholder-missing', '{jars}'],
      ['Jar {0} of {1}', 'placeholder-missing', '{1}'],
    ])
  })

  const po = (flag: string, id: string, text: string): Files => ({
    'po/app.pot': `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${flag}msgid "${id}"\nmsgstr ""\n`,
    'po/de.po': `msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${flag}msgid "${id}"\nmsgstr "${text}"\n`,
  })

  test.each([
    ['#, objc-format\n', 'Open %@ and %d', 'Öffne %d', ['placeholder-missing', '%@']],
    ['#, python-format\n', 'Delete %(n)s of %(name)s', 'Lösche %(n)s', ['placeholder-missing', '%(name)s']],
    ['#, ruby-format\n', 'Delete %<n>d of %{name}', 'Lösche %<n>d', ['placeholder-missing', '%{name}']],
    ['#, object-pascal-format\n', 'Delete %0:s of %1:s', 'Lösche %0:s', ['placeholder-missing', '%1:s']],
    ['#, javascript-format\n', 'Delete %s of %d', 'Lösche %s', ['placeholder-missing', '%d']],
    ['#, scheme-format\n', 'Delete ~a of ~a', 'Lösche ~a', ['placeholder-missing', '~a']],
    ['#, fuzzy, kde-format\n', 'Delete %1 of %2', 'Lösche %1', ['placeholder-missing', '%2']],
    ['#, no-c-format\n', 'Up to 20% sold here', 'Bis 20 % hier verkauft', null],
    ['#, c-format\n', 'Use {braces} for %s here', 'Hier {Klammern} für %s', null],
    ['#, perl-brace-format\n', 'Load %d of {name} now', 'Lade %s von {name} jetzt', null],
  ])('%s%s → %s', async (flag, id, text, finding) => {
    const found = await check(po(flag, id, text))
    expect(found.map(([, code, param]) => [code, param])).toEqual(finding === null ? [] : [finding])
  })
})

test('a table of Godot has one string for each context, and its rules are no text', async () => {
  expect(await check('godot-table')).toEqual([])
})

test('Compose resources have no issue with apostrophes and quotes', async () => {
  // The three blanks of this text are shown.
  expect(await check('compose-resources')).toEqual([['lantern_gap', 'double-space', undefined]])
})

test.each([
  [
    'tmx',
    (target: string) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4"><header srclang="en" creationtool="x" creationtoolversion="1" segtype="block" o-tmf="x" adminlang="en" datatype="xml"/><body><tu tuid="note"><tuv xml:lang="en"><seg>Insert a note here</seg></tuv><tuv xml:lang="de"><seg>${target}</seg></tuv></tu></body></tmx>\n`,
  ],
  [
    'tbx',
    (target: string) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<martif type="TBX" xml:lang="en"><text><body><termEntry id="note"><langSet xml:lang="en"><tig><term>Insert a note here</term></tig></langSet><langSet xml:lang="de"><tig><term>${target}</term></tig></langSet></termEntry></body></text></martif>\n`,
  ],
])('a comment that only a translation of %s has is reported', async (format, file) => {
  const files = [{ pattern: `i18n/{ns}.${format}`, format }]
  const config = JSON.stringify({ files, sourceLanguage: 'en' })
  const found = (target: string) => check({ 'dragoman.json': config, [`i18n/app.${format}`]: file(target) })
  expect(await found('Schreibe <!-- Notiz --> hier')).toEqual([['note', 'hidden-markup', '<!-- Notiz -->']])
  expect(await found('Schreibe <?php ?> hier')).toEqual([['note', 'hidden-markup', '<?php ?>']])
  expect(await found('Schreibe &lt;!-- Notiz --&gt; hier')).toEqual([])
})

test('a comment that only a translation of XLIFF has is reported', async () => {
  const xliff = (id: string, target: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="de" datatype="plaintext" original="app"><body><trans-unit id="${id}"><source>Insert a note here</source><target>${target}</target></trans-unit></body></file></xliff>\n`
  expect(await check({ 'i18n/app.de.xlf': xliff('note', 'Schreibe <!-- Notiz --> hier') })).toEqual([
    ['note', 'hidden-markup', '<!-- Notiz -->'],
  ])
  expect(await check({ 'i18n/app.de.xlf': xliff('note', 'Schreibe &lt;!-- Notiz --&gt; hier') })).toEqual([])
})
