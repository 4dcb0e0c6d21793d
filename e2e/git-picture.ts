import path from 'node:path'
import type { Page } from 'playwright-core'
import type { DoubleStatus, ForgeWorld } from '../packages/server/test/forges/double-world.ts'
import { type ForgeDouble, openForgeDouble } from '../packages/server/test/forges/forge-double.ts'
import { type GitServer, openGitServer, type TestRepository } from '../packages/server/test/git/git-server.ts'
import { openSshServer, type SshServer } from '../packages/server/test/git/ssh-server.ts'
import { say } from './interface-text.ts'
import { beginStory, importsEnd, type Story, until } from './story.ts'

const PROJECT = '/projects/garden-shop'
const SHOWN_ADDRESS = 'git@git.example.com:garden/shop.git'

type Stage = {
  readonly story: Story
  readonly git: GitServer
  readonly forge: ForgeDouble
  readonly ssh: SshServer
}

/**
 * Takes the Files screen of a project with a repository: a pull request with its checks, a conflict, a deploy key,
 * a translation branch, and a history in which one sync failed.
 */
export async function takeGitPicture(folder: string): Promise<void> {
  const git = await openGitServer()
  const ssh = await openSshServer()
  if (ssh === null) throw new Error('This machine has no OpenSSH server')
  const forge = await openForgeDouble('gitlab')
  const story = await beginStory({ env: { DRAGOMAN_ALLOW_PRIVATE_NETWORKS: '127.0.0.1' } })
  const stage = { story, git, forge, ssh }
  try {
    const shop = openShop(git)
    const repository = `ssh://${ssh.user}@127.0.0.1:${ssh.port}${shop.bare}`
    const world = forge.addRepository(shop.bare.replace(/^\/|\.git$/g, ''), shop.bare)
    const source = await connect(stage, repository)
    await act(stage, { shop, world, source })
    const page = await story.visit('/p/garden-shop/files', { viewport: { width: 1440, height: 1500 } })
    await page
      .getByRole('region', { name: say('git:pull.title') })
      .getByRole('list')
      .waitFor()
    await page.getByRole('region', { name: say('files:conflictGroup') }).waitFor()
    await page.getByRole('link', { name: 'feature/checkout' }).waitFor()
    await hide(page, [repository, `127.0.0.1:${ssh.port}`])
    await page.waitForTimeout(400)
    const file = path.join(folder, 'files-git.png')
    await page.screenshot({ path: file, animations: 'disabled' })
  } finally {
    await story.end()
    await forge.end()
    await ssh.close()
    await git.close()
  }
}

const EN = { pay: 'Pay now', water: 'Water it twice a week', cart: 'Your basket' }
const DE = { pay: 'Bezahlen', water: 'Zweimal die Woche gießen', cart: 'Ihr Korb' }
const FR = { pay: 'Payer', water: 'Arroser deux fois par semaine', cart: 'Votre panier' }

const write = (shop: TestRepository, language: string, texts: Readonly<Record<string, string>>) =>
  shop.write({ [`locales/${language}.json`]: `${JSON.stringify(texts, null, 2)}\n` })

function openShop(git: GitServer): TestRepository {
  const shop = git.createRepository('garden/shop')
  write(shop, 'en', EN)
  write(shop, 'de', DE)
  write(shop, 'fr', FR)
  shop.commit('Texts of the shop')
  shop.git('checkout', '--quiet', '-b', 'feature/checkout')
  write(shop, 'en', { ...EN, pay: 'Pay securely now' })
  shop.commit('Say that paying is secure')
  shop.git('checkout', '--quiet', 'main')
  return shop
}

async function connect({ story, forge, ssh }: Stage, repository: string): Promise<number> {
  await story.api('POST', '/projects', { slug: 'garden-shop', name: 'Garden shop', sourceLanguage: 'en' })
  const key = await story.api<{ key: string; publicKey: string }>('POST', `${PROJECT}/git/keys`)
  ssh.allow(key.publicKey)
  const { keys } = await story.api<{ keys: { type: string; key: string }[] }>(
    'POST',
    `${PROJECT}/git/host-keys`,
    { repository },
  )
  const hostKeys = keys.map(({ type, key: bytes }) => ({ type, key: bytes }))
  const { id } = await story.api<{ id: number }>('POST', `${PROJECT}/git/sources`, {
    repository,
    branch: 'main',
    pattern: 'locales/{lng}.json',
    format: 'i18next-json',
    mode: 'pull-request',
    settings: { quietMinutes: 60 },
    signIn: { kind: 'deploy-key', key: key.key, hostKeys },
    forge: { kind: 'gitlab', origin: forge.origin, token: forge.token },
  })
  await importsEnd(story, 'garden-shop')
  return id
}

type Scene = { readonly shop: TestRepository; readonly world: ForgeWorld; readonly source: number }

/** What happened before the picture is taken, oldest first. */
async function act({ story, ssh }: Stage, { shop, world, source }: Scene): Promise<void> {
  const sync = () => story.api('POST', `${PROJECT}/sources/${source}/sync`)
  write(shop, 'fr', { ...FR, pay: 'Payer maintenant' })
  shop.commit('Better French')
  await sync()
  await story.api('POST', `${PROJECT}/branches`, { source, branch: 'feature/checkout' })
  await until(async () => {
    const { branches } = await story.api<{ branches: { isRead: boolean }[] }>('GET', `${PROJECT}/branches`)
    return branches[0]?.isRead === true
  })
  ssh.setRefusing(true)
  await sync().catch(() => undefined) // this is the failed sync of the history
  ssh.setRefusing(false)
  await sync()
  await save(story, 'de', 'cart', 'Ihr Warenkorb')
  await save(story, 'fr', 'water', 'Arroser deux fois chaque semaine')
  write(shop, 'fr', { ...FR, pay: 'Payer maintenant', water: 'À arroser deux fois par semaine' })
  shop.commit('Reword watering')
  await sync()
  await save(story, 'de', 'pay', 'Jetzt bezahlen')
  await story.api('POST', `${PROJECT}/sources/${source}/git/send`)
  const [pull] = world.pulls
  if (pull === undefined) throw new Error('There is no pull request')
  const status = (id: number, name: string, state: string, seconds: number | null): DoubleStatus => ({
    id,
    commit: pull.headCommit,
    name,
    state,
    description: '',
    url: null,
    startedAt: new Date(Date.now() - (seconds ?? 60) * 1000).toISOString(),
    finishedAt: seconds === null ? null : new Date().toISOString(),
  })
  world.statuses.push(status(1, 'build', 'success', 48), status(2, 'dragoman check', 'success', 12))
  world.statuses.push(status(3, 'end-to-end', 'running', null))
}

async function save(story: Story, language: string, name: string, text: string): Promise<void> {
  const { rows } = await story.api<{
    rows: { key: { id: number; name: string }; target: { version: number } }[]
  }>('GET', `${PROJECT}/translations?language=${language}`)
  const row = rows.find(({ key }) => key.name === name)
  await story.api('PUT', `${PROJECT}/keys/${row?.key.id}/translations/${language}`, {
    forms: { other: text },
    baseVersion: row?.target.version,
  })
}

/** Hides where the picture was taken. */
async function hide(page: Page, places: readonly string[]): Promise<void> {
  await page.evaluate(
    ([all, shown]) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
        for (const place of all) node.nodeValue = (node.nodeValue ?? '').replaceAll(place, shown)
    },
    [places, SHOWN_ADDRESS] as const,
  )
}
