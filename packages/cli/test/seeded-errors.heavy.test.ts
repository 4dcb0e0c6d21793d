import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CheckResult, checkFolder } from '../src/check/check-folder.ts'
import { findProjects } from '../src/check/locale-files.ts'
import { type Seed, seedProject } from './seeded-errors/seed-project.ts'

/** Files of real projects, next to the repository. */
const CORPUS = new URL('../../../../shared/corpus/', import.meta.url).pathname
const isAbsent = !existsSync(CORPUS)
/**
 * Number of errors of each kind in each project. DRAGOMAN_SEEDED_ERRORS=100 runs all ten projects, and prints
 * the results.
 */
const ASKED = Number(process.env.DRAGOMAN_SEEDED_ERRORS ?? 0)
const PER_KIND = ASKED > 0 ? ASKED : 3
const PROJECTS = [
  'i18next-json/excalidraw__excalidraw',
  'gettext-po/paperless-ngx__paperless-ngx',
  'i18next-json/outline__outline',
  'icu-json/stashapp__stash',
  'vue-i18n-json/elk-zone__elk',
  'flutter-arb/zulip__zulip-flutter',
  'android-xml/TeamNewPipe__NewPipe',
  'dotnet-resx/ShareX__ShareX',
  'php-arrays/BookStackApp__BookStack',
  'java-properties/cryptomator__cryptomator',
].slice(0, ASKED > 0 ? 10 : 2)

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dragoman-seeded-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe.skipIf(isAbsent)('errors injected into the files of real projects are found', () => {
  const rows: Row[] = []
  test.each(PROJECTS)('%s', async (project) => {
    const folder = join(root, 'locales')
    cpSync(join(CORPUS, project), folder, { recursive: true })
    commit(root)
    const untouched = await checkFolder(folder, { base: 'HEAD' })
    expect(untouched.findings).toEqual([])

    const seeds = await seedProject(folder, { perKind: PER_KIND, random: randomFrom(project) })
    const found = await checkFolder(folder, { base: 'HEAD' })
    const { missed, others } = compare(seeds, found)
    rows.push(...countsOf(project, seeds, missed))
    rows.push({ project, kind: 'false positives', seeded: 0, found: others.length })
    const broken = breakFiles(folder, await filesOf(folder), PER_KIND)
    const stopped = await checkFolder(folder, { base: 'HEAD' })
    const reported = new Set(
      stopped.findings.filter(({ severity }) => severity === 'error').map(({ path }) => path),
    )
    const passed = broken.filter((path) => !reported.has(path))
    rows.push({
      project,
      kind: 'file that cannot be read',
      seeded: broken.length,
      found: broken.length - passed.length,
    })
    if (ASKED > 0)
      for (const { kind, path, language, key, texts } of missed)
        process.stderr.write(
          `not found: ${kind} in ${project}/${path} (${language}) ${key}: ${JSON.stringify(texts)}\n`,
        )
    expect({ others, passed }).toEqual({ others: [], passed: [] })
    expect(missed).toEqual([])
  })

  test('used and unused keys', async () => {
    const project = 'i18next-json/excalidraw__excalidraw'
    const folder = join(root, 'locales')
    cpSync(join(CORPUS, project), folder, { recursive: true })
    const code = join(root, 'src')
    mkdirSync(code)
    const { detection, facts } = (await findProjects(folder)).projects[0]!
    const file = detection.files.find(({ language }) => language === detection.sourceLanguage)
    const document = facts.format.read(readFileSync(join(folder, file?.path ?? '')))
    const keys = [...document.entries.keys()]
    const [unused, used] = [keys.slice(0, PER_KIND), keys.slice(PER_KIND)]
    const gone = Array.from({ length: PER_KIND }, (_, at) => `seeded.key${at}`)
    writeFileSync(
      join(code, 'all.ts'),
      [...used, ...gone].map((key) => `t(${JSON.stringify(key)})\n`).join(''),
    )
    const { findings } = await checkFolder(folder, { code: { folder: code, names: [] } })
    const of = (wanted: string) => findings.filter(({ code }) => code === wanted)
    expect(of('unused-key').map(({ key }) => key)).toEqual(unused)
    expect(of('missing-key').map(({ key, line }) => [key, line])).toEqual(
      gone.map((key, at) => [key, used.length + at + 1]),
    )
    rows.push({ project, kind: 'unused key', seeded: PER_KIND, found: of('unused-key').length })
    rows.push({
      project,
      kind: 'key missing from the locale files',
      seeded: PER_KIND,
      found: of('missing-key').length,
    })
    if (ASKED > 0) process.stderr.write(`\n${tableOf(rows)}\n`)
  })
})

function commit(folder: string): void {
  const who = ['-c', 'user.name=Dana', '-c', 'user.email=dana@example.org']
  for (const args of [
    ['init', '--quiet'],
    ['add', '-A', '-f'],
    [...who, 'commit', '--quiet', '-m', 'Base'],
  ]) {
    const { status, stderr } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  }
}

/** Returns errors that were not found, and findings without an injected error. */
function compare(seeds: readonly Seed[], { findings }: CheckResult) {
  const id = ({ path, key, language }: Pick<Seed, 'path' | 'key' | 'language'>) =>
    `${path}\n${language}\n${key}`
  const byPlace = new Map<string, string[]>()
  for (const finding of findings) {
    const at = id({ ...finding, key: keyOf(finding.key, seeds, finding.path) })
    byPlace.set(at, [...(byPlace.get(at) ?? []), finding.code])
  }
  const places = new Set(seeds.map(id))
  return {
    missed: seeds.filter((seed) => !byPlace.get(id(seed))?.some((code) => seed.codes.includes(code))),
    others: [...byPlace].filter(([place]) => !places.has(place)).map(([place, codes]) => `${place} ${codes}`),
  }
}

/** A finding about a plural names the entry at which it is shown; another key might only resemble one. */
function keyOf(key: string, seeds: readonly Seed[], path: string): string {
  if (seeds.some((seed) => seed.path === path && seed.key === key)) return key
  const stem = key.replace(/_(?:zero|one|two|few|many|other)$/, '')
  return seeds.some((seed) => seed.path === path && seed.key === stem) ? stem : key
}

async function filesOf(folder: string): Promise<readonly string[]> {
  const { detection } = (await findProjects(folder)).projects[0]!
  return [
    ...new Set(
      detection.files.filter(({ language }) => language !== detection.sourceLanguage).map(({ path }) => path),
    ),
  ]
}

/** Removes a character that the format requires from the middle of each file. */
function breakFiles(folder: string, paths: readonly string[], max: number): readonly string[] {
  const signs = new Map([
    ['.json', '",'],
    ['.arb', '",'],
    ['.xml', '</'],
    ['.resx', '</'],
    ['.po', '"\n'],
    ['.php', "',\n"],
  ])
  return paths.slice(0, max).filter((path) => {
    const sign = signs.get(extname(path))
    const text = readFileSync(join(folder, path), 'utf8')
    const at = sign === undefined ? -1 : text.indexOf(sign, text.length / 2)
    if (at < 0) return false
    writeFileSync(join(folder, path), text.slice(0, at) + text.slice(at + 1))
    return true
  })
}

type Row = {
  readonly project: string
  readonly kind: string
  readonly seeded: number
  readonly found: number
}

function countsOf(project: string, seeds: readonly Seed[], missed: readonly Seed[]): readonly Row[] {
  return [...new Set(seeds.map(({ kind }) => kind))].map((kind) => {
    const seeded = seeds.filter((seed) => seed.kind === kind).length
    return { project, kind, seeded, found: seeded - missed.filter((seed) => seed.kind === kind).length }
  })
}

function tableOf(rows: readonly Row[]): string {
  const projects = [...new Set(rows.map(({ project }) => project))]
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const cell = (found: readonly Row[]) => {
    const [seeded, reported] = [
      found.reduce((sum, one) => sum + one.seeded, 0),
      found.reduce((sum, one) => sum + one.found, 0),
    ]
    return found.length === 0
      ? ''
      : found[0]?.kind === 'false positives'
        ? String(reported)
        : `${reported}/${seeded}`
  }
  const lines = kinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind)
    return `| ${kind} | ${[...projects.map((one) => cell(own.filter(({ project }) => project === one))), cell(own)].join(' | ')} |`
  })
  const heads = projects.map((project) => project.replace(/.*__/, ''))
  return [`| | ${heads.join(' | ')} | all |`, `|---|${'---|'.repeat(heads.length + 1)}`, ...lines].join('\n')
}

/** Returns the same numbers for the same name, so that failures can be reproduced. */
function randomFrom(name: string): () => number {
  let state = [...name].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0, 7)
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
