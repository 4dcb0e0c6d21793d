import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { type FaultyProxy, startProxy } from '../../../e2e/misbehaving-proxy.ts'
import { call } from '../src/lib/server/call.ts'

const ROOT = join(import.meta.dirname, '../../..')
export const PROJECT = 'shop'

export type RealServer = {
  /** Between the client and the server; can answer wrongly, or cut connections. */
  readonly proxy: FaultyProxy
  readonly close: () => Promise<void>
}

/**
 * A real server in a process of its own, since this one pretends to be a browser; its owner signed in, and a
 * project that is translated from English into German. The page of the test is the server's own.
 */
export async function openRealServer(): Promise<RealServer> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-client-'))
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', 'packages/server/test/serve-child.ts', folder],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const proxy = await startProxy(await addressOf(child), { keepsSession: true })
  pageOf(window).setURL(`${proxy.origin}/`)
  await call(api.session.setUp, {
    body: { code: 'test-setup-code', name: 'Ann', password: 'correct horse battery' },
  })
  await call(api.projects.create, { body: { slug: PROJECT, name: 'Shop', sourceLanguage: 'en' } })
  await call(api.languages.add, { params: { project: PROJECT }, body: { tag: 'de', allowUnknown: false } })
  return {
    proxy,
    close: async () => {
      await proxy.close()
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A new key with its English text; its German one is empty. */
export async function addKey(name: string, text: string): Promise<number> {
  const { key } = await call(api.keys.create, {
    params: { project: PROJECT },
    body: { namespace: 'common', name, plural: 'none', forms: { other: text } },
  })
  return key.id
}

/** A save as another person's browser makes it. */
export async function saveElsewhere(key: number, text: string, baseVersion: number) {
  const { translation } = await call(api.translations.save, {
    params: { project: PROJECT, key, language: 'de' },
    body: { forms: { other: text }, baseVersion },
  })
  return translation
}

/** A string as the server has it. */
export function stringOnServer(key: number) {
  return call(api.translations.get, { params: { project: PROJECT, key, language: 'de' } })
}

/** The first line that the server says is its address. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim()))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

/** What happy-dom lets tests do to their page. */
function pageOf(page: Window): { readonly setURL: (url: string) => void } {
  return (page as unknown as { readonly happyDOM: { readonly setURL: (url: string) => void } }).happyDOM
}
