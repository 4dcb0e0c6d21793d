// Enforces the dependency rules of docs/architecture.md. Fails if a file has a forbidden import, reads the
// environment outside of a composition root or has a meaningless name, or if `npm ci` would refuse the lock
// file. Lists files that have become too long, so that someone splits them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { clientPackageProblem, clientProblem, clientTextProblem, flatFeatures } from './client-layers.mjs'
import { lockProblems } from './lib/lock-problems.mjs'

const root = path.resolve(import.meta.dirname, '..')

const MAY_IMPORT = {
  core: [],
  formats: ['core'],
  contract: ['core'],
  store: ['core'],
  server: ['core', 'formats', 'contract', 'store'],
  client: ['core', 'contract'],
  // Of the client only its texts, which are its only entries.
  cli: ['core', 'formats', 'contract', 'server', 'client'],
  // Runs in third-party apps.
  i18next: [],
}
const PURE = new Set(['core', 'formats', 'contract', 'i18next'])
/** Globals that only Node.js has. */
const NODE_GLOBAL = /(?<![.\w'"`])(?:Buffer|process|setImmediate|__dirname|__filename|require)\b(?=[.(])/
const EMPTY_NAME = /^(utils?|helpers?|common|misc|shared|manager|service)\.tsx?$/
const READS_ENVIRONMENT = new Set(['packages/cli/src/main.ts', 'packages/server/src/config.ts'])
/** Writes of a route without a caller: counters of attempts, and the program's own work. */
const WRITES_WITHOUT_CALLER = new Set(
  [
    'account/reset-requests',
    'branches/follow-parents',
    'oidc/back-channel-logout',
    'oidc/kept-provider',
    'projects/ensure-project-for-folder',
    'projects/make-sample',
    'session/attempt-limits',
  ].map((name) => `packages/server/src/areas/${name}.ts`),
)
/** Parts of the server that write in the background, and start and guard the transactions of callers. */
const WRITES_IN_BACKGROUND =
  /^packages\/server\/src\/(?:(?:channel-requests|events|exports|imports|jobs|leases|limits|mail|missing-keys|publish|scheduled-moves|secrets|served|sources|sync|webhooks)\/|(?:http\/(?:caller|guard-writes)|notifications\/(?:open-notification-mails|unsubscribe)|reset-password|start\/open-site)\.ts$)/
const WRITES_BY_STORE = /\bstore\??\.write\b/
/** Rights depend on actions: a comparison with the name of a role would ignore roles added later. */
const NAMES_ROLE =
  /\brole\b\W{0,12}(?:===?|!==)\W{0,3}'(?:manager|developer|reviewer|translator|contributor|viewer)'/
/** Throws at tags that BCP 47 allows and `Intl` rejects, such as `art-nvi`: `languageName` of core does not. */
const NAMES_LANGUAGE = /\bIntl\.DisplayNames\(/
const MAY_NAME_LANGUAGE = new Set([
  'packages/core/src/locale/names.ts',
  'packages/core/src/locale/tag.ts',
  'packages/formats/src/paths/language-name.ts',
])
const LONG = 350
/** Folders of formats/src that are not formats: shared code, and code built on top of all formats. */
const SHARED_BY_FORMATS = new Set([
  'bytes',
  'edit',
  'limits',
  'paths',
  'plurals',
  'source',
  'table',
  'tree',
  'zip',
])
const OVER_FORMATS = new Set(['convert', 'detect', 'project-file', 'units'])

const problems = []
const long = []

for (const [name, allowed] of Object.entries(MAY_IMPORT)) {
  for (const file of sourceFiles(path.join(root, 'packages', name, 'src')))
    checkFile(name, new Set(allowed), file)
}
const clientFiles = sourceFiles(path.join(root, 'packages/client/src')).map((file) =>
  fromSource('client', file),
)
for (const problem of flatFeatures(clientFiles)) problems.push(`packages/client/src/features: ${problem}`)
for (const file of [
  'tsconfig.base.json',
  ...Object.keys(MAY_IMPORT).map((name) => `packages/${name}/tsconfig.json`),
])
  if (/"(?:paths|customConditions)"/.test(readFileSync(path.join(root, file), 'utf8')))
    problems.push(`${file}: the compiler has to find the modules that run: no "paths", no "customConditions"`)
for (const problem of lockProblems(root)) problems.push(`package-lock.json: ${problem}`)
for (const line of long) console.warn(`long: ${line}`)
for (const line of problems) console.error(line)
console.log(problems.length === 0 ? 'Dependency rules hold.' : `${problems.length} dependency rules broken.`)
process.exit(problems.length === 0 ? 0 : 1)

function checkFile(name, allowed, file) {
  const shown = path.relative(root, file).replaceAll('\\', '/')
  const text = readFileSync(file, 'utf8')
  const isTest = /\.test\.tsx?$/.test(file)
  if (EMPTY_NAME.test(path.basename(file))) problems.push(`${shown}: the name says nothing`)
  if (!isTest && text.split('\n').length > LONG) long.push(`${shown} (${text.split('\n').length} lines)`)
  if (!isTest && /process\.env\b/.test(text) && !READS_ENVIRONMENT.has(shown))
    problems.push(`${shown}: reads process.env outside config and main`)
  if (
    shown.startsWith('packages/server/src/') &&
    !isTest &&
    !/-job\.ts$/.test(shown) &&
    !WRITES_IN_BACKGROUND.test(shown) &&
    WRITES_BY_STORE.test(withoutComments(text)) !== WRITES_WITHOUT_CALLER.has(shown)
  )
    problems.push(
      `${shown}: routes write by caller.write, which reads the caller again (docs/decisions/0104)`,
    )
  if (!isTest && NAMES_ROLE.test(text))
    problems.push(`${shown}: asks for a role by name instead of an action`)
  if (!isTest && NAMES_LANGUAGE.test(text) !== MAY_NAME_LANGUAGE.has(shown))
    problems.push(`${shown}: names languages by languageName of core`)
  if (name === 'client' && !isTest) {
    const problem = clientTextProblem(fromSource(name, file), text)
    if (problem) problems.push(`${shown}: ${problem}`)
  }
  if (PURE.has(name) && !isTest && NODE_GLOBAL.test(withoutComments(text)))
    problems.push(
      `${shown}: ${name} runs in a browser too and may not use ${NODE_GLOBAL.exec(withoutComments(text))?.[0]}`,
    )
  for (const specifier of importsOf(text)) {
    const problem = problemOf({ name, allowed, file, specifier, isTest })
    if (problem) problems.push(`${shown}: ${problem}`)
  }
}

function problemOf({ name, allowed, file, specifier, isTest }) {
  const own = /^@dragoman\/([a-z0-9-]+)(\/.*)?$/.exec(specifier)
  if (own) {
    if (own[2] && !entriesOf(own[1]).has(`.${own[2]}`))
      return `reaches into @dragoman/${own[1]} past its entries`
    if (!allowed.has(own[1]) && own[1] !== name) return `${name} may not import ${own[1]}`
    if (!isTest && /\/server\/src\/delivery\//.test(file.replaceAll('\\', '/')))
      return `delivery may import publish only, not ${specifier}`
    return name === 'client' && !isTest ? clientPackageProblem(fromSource(name, file), own[1]) : null
  }
  if (specifier.startsWith('.')) return relativeProblem(name, file, specifier)
  if (PURE.has(name) && !isTest && specifier.startsWith('node:'))
    return `${name} is pure and may not import ${specifier}`
  if (
    name === 'server' &&
    !isTest &&
    isPureSync(file) &&
    specifier.startsWith('node:') &&
    specifier !== 'node:crypto'
  )
    return `sync is pure and may not import ${specifier}`
  if (name !== 'store' && !isTest && /^(kysely|node:sqlite|pg)(\/|$)/.test(specifier))
    return `only store may import ${specifier}`
  return null
}

/** Returns the entry points of a package: its index, and parts that browsers can load later. */
function entriesOf(name) {
  const { exports } = JSON.parse(readFileSync(path.join(root, 'packages', name, 'package.json'), 'utf8'))
  return new Set(Object.keys(exports))
}

function relativeProblem(name, file, specifier) {
  const from = fromSource(name, file)
  const to = fromSource(name, path.resolve(path.dirname(file), specifier))
  if (
    to.startsWith('..') &&
    !/\.(json|css)$/.test(to) &&
    !to.startsWith('../test/') &&
    !to.startsWith('../public/') &&
    // Shown to people unchanged.
    !specifier.endsWith('/CHANGELOG.md?raw')
  )
    return `leaves its package with ${specifier}`
  if (name === 'client') return clientProblem(from, to)
  if (name === 'formats') return formatsProblem(from, to)
  const isTest = /\.test\.tsx?$/.test(from)
  if (
    name === 'server' &&
    !isTest &&
    from.startsWith('delivery/') &&
    !/^(delivery|publish)\/|^log\.ts$/.test(to)
  ) {
    return `delivery may import publish only, not ${to}`
  }
  if (name === 'server' && !isTest && from.startsWith('sync/') && to.startsWith('sources/'))
    return `sync knows no kind of source, and may not import ${to}`
  if (name === 'server' && !isTest && isPureSync(file) && !/^sync\/[^/]+$|^timings\.ts$/.test(to))
    return `sync is pure and may not import ${to}`
  return null
}

/** A format can import shared code, but neither another format nor code on top of all formats. */
function formatsProblem(from, to) {
  const [fromFolder] = from.includes('/') ? from.split('/') : ['']
  const [toFolder] = to.includes('/') ? to.split('/') : ['']
  if (/\.test\.ts$/.test(from) || fromFolder === '' || OVER_FORMATS.has(fromFolder)) return null
  if (toFolder === fromFolder || SHARED_BY_FORMATS.has(toFolder)) return null
  if (toFolder !== '') return `${fromFolder} may not import ${toFolder}: a format knows no other`
  return to === 'all.ts' || to === 'index.ts' ? `${fromFolder} may not import ${to}, which imports it` : null
}

/**
 * Returns whether a file belongs to the pure part of a sync, without `sync/run`, which has the side effects.
 */
function isPureSync(file) {
  return /\/server\/src\/sync\/[^/]+$/.test(file.replaceAll('\\', '/'))
}

/** Returns the path of a file below `src/` of its package. */
function fromSource(name, file) {
  return path.relative(path.join(root, 'packages', name, 'src'), file).replaceAll('\\', '/')
}

function importsOf(text) {
  const found = []
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g
  for (const match of text.matchAll(pattern)) found.push(match[1] ?? match[2] ?? match[3])
  return found
}

function sourceFiles(folder) {
  const files = []
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) files.push(...sourceFiles(full))
    else if (/\.tsx?$/.test(entry.name)) files.push(full)
  }
  return files
}

function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
