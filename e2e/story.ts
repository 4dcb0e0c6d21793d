import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { closeProfiles, DEADLINE_MS, JOB_DEADLINE_MS, openBrowser, openContext } from './browser.ts'
import { say } from './interface-text.ts'
import type { LocaleFolder } from './locale-folder.ts'
import { type Product, type StartOptions, startProduct } from './product.ts'

export const OWNER = { name: 'Mara', password: 'a long enough password' } as const

export type Story = {
  readonly browser: Browser
  product: Product
  /** Opens a page in a separate browser profile: of the owner, or of the person with this session. */
  visit(address?: string, options?: BrowserContextOptions, session?: string): Promise<Page>
  /** Ends the program with this signal and restarts it on the same data and port; `meanwhile` runs in between. */
  restart(signal: NodeJS.Signals, meanwhile?: () => Promise<void> | void): Promise<void>
  /** Calls the API as the owner. Throws if the response is a failure. */
  api<T = unknown>(method: string, address: string, body?: unknown): Promise<T>
  /** Returns the errors of the pages so far, and of the program if it crashed; empties the list. */
  takeComplaints(): string[]
  closePages(): Promise<void>
  end(): Promise<void>
}

/** Starts the product and a browser, and creates the owner if there is none. */
export async function beginStory(options: StartOptions = {}): Promise<Story> {
  const product = await startProduct(options)
  const browser = await openBrowser()
  const complaints: string[] = []
  const contexts = new Set<BrowserContext>()
  const cookies = await enter(product)

  const story: Story = {
    browser,
    product,
    async visit(address = '/', contextOptions = {}, session = undefined) {
      const context = await openContext(browser, { baseURL: story.product.origin, ...contextOptions })
      contexts.add(context)
      listenForComplaints(context, complaints)
      // Not later: a page that is open reloads when its person changes.
      await context.addCookies(
        session === undefined ? cookies : cookies.map((cookie) => ({ ...cookie, value: session })),
      )
      const page = await context.newPage()
      await page.goto(address)
      await page.getByRole('main').waitFor()
      return page
    },
    async api<T>(method: string, address: string, body?: unknown) {
      const answer = await fetch(`${story.product.origin}/api${address}`, {
        method,
        headers: {
          cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
          origin: story.product.origin,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`)
      return JSON.parse(text) as T // the caller states the type promised by the contract
    },
    async restart(signal, meanwhile) {
      const { data, port } = story.product
      await story.product.kill(signal)
      await meanwhile?.()
      const again = await startProduct({ ...options, data, port })
      story.product = {
        ...again,
        stop: () => again.stop().then(() => rmSync(data, { recursive: true, force: true })),
      }
    },
    takeComplaints: () => [
      ...complaints.splice(0),
      ...[story.product.crash()].filter((crash) => crash !== null),
    ],
    async closePages() {
      for (const context of contexts) await context.close()
      contexts.clear()
    },
    async end() {
      await closeProfiles(browser)
      await story.product.stop()
    },
  }
  return story
}

/**
 * Creates the owner with the one-time code, or signs in with it if the program serves one folder. Returns the
 * cookies of the session.
 */
async function enter({ address, origin, servesFolder }: Product) {
  const code = new URL(address).searchParams.get('code')
  const answer = await fetch(`${origin}/api/session/${servesFolder ? 'code' : 'setup'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(servesFolder ? { code } : { code, ...OWNER }),
  })
  if (!answer.ok) throw new Error(`Nobody could enter: ${answer.status} ${await answer.text()}`)
  return answer.headers.getSetCookie().map((line) => {
    const [pair = ''] = line.split(';')
    const cut = pair.indexOf('=')
    return { name: pair.slice(0, cut), value: pair.slice(cut + 1), url: origin }
  })
}

/**
 * Collects what users would see as a broken screen. A failed request alone is not: screens must handle it.
 */
export function listenForComplaints(context: BrowserContext, complaints: string[]): void {
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().stack ?? error.error()}`))
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (/Failed to load resource|net::ERR_|ERR_CONNECTION/.test(message.text())) return
    complaints.push(`${message.type()}: ${message.text()}`)
  })
  context.on('response', (response) => {
    if (response.status() === 500) complaints.push(`500: ${response.request().method()} ${response.url()}`)
  })
}

/** The field of a plain text, or of one plural form. */
export const box = (page: Page, form?: string) =>
  form === undefined
    ? page.locator('[data-string-boxes] [contenteditable=true]').first()
    : page
        .locator('[data-string-boxes] [contenteditable=true]')
        .and(page.getByLabel(say(`translations:form.${form}`)))

/** Opens the string with this key in the editor and waits until its text can be typed. */
export async function openString(
  page: Page,
  address: { project: string; language: string; key: string },
): Promise<void> {
  await page.goto(
    `/p/${address.project}/translate/${address.language}?q=${encodeURIComponent(`key:${address.key}`)}`,
  )
  await page
    .locator('h1')
    .filter({ hasText: address.key.split('.').at(-1) ?? '' })
    .waitFor()
  await box(page).waitFor()
}

/** Replaces the text of a field as a person would: selects all and types. */
export async function typeText(page: Page, text: string, form?: string): Promise<void> {
  await box(page, form).click()
  await page.keyboard.press('ControlOrMeta+a')
  if (text === '') await page.keyboard.press('Delete')
  else await page.keyboard.insertText(text)
}

/** Waits until everything is on the server. */
export async function untilSaved(page: Page): Promise<void> {
  await page.locator('[data-kind=saved]').waitFor()
}

/** Retries until `check` neither throws nor returns false. Throws the error of the last attempt. */
export async function until<T>(check: () => T | Promise<T>, withinMs = DEADLINE_MS): Promise<T> {
  const end = Date.now() + withinMs
  for (;;) {
    try {
      const answer = await check()
      if (answer === false) throw new Error(`Not so: ${check.toString()}`)
      return answer
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}

/** Creates a project over a folder; resolves when its files have been imported. */
export async function makeProject(
  story: Pick<Story, 'api'>,
  project: { readonly slug: string; readonly [field: string]: unknown },
): Promise<void> {
  await story.api('POST', '/projects', project)
  await importsEnd(story, project.slug)
}

/**
 * Changes a file of a connected folder and the catalog before either sees the other: the folder of the file is
 * out of sight while `save` runs.
 */
export async function changeBothSides(
  story: Pick<Story, 'api'>,
  {
    project,
    locales,
    file,
    change,
    save,
  }: {
    readonly project: string
    readonly locales: LocaleFolder
    readonly file: string
    readonly change: (text: string) => string
    readonly save: () => Promise<unknown>
  },
): Promise<void> {
  const compare = () => compareFolders(story, project)
  const stateOf = async () => {
    const { files } = await story.api<{ files: readonly { path: string; state: string }[] }>(
      'GET',
      `/projects/${project}/files`,
    )
    return files.find(({ path }) => path === file)?.state
  }
  await compare()
  const before = locales.read(file)
  const after = change(before)
  if (after === before) throw new Error(`Nothing to change in ${file}:\n${before}`)
  const show = locales.hide(path.dirname(file))
  await until(async () => {
    const state = await stateOf()
    if (state !== 'missing') throw new Error(`${file} is ${state} although its folder is out of sight`)
  })
  await save()
  show()
  locales.write(file, after)
  await compare()
}

/** Compares the folders of a project with its catalog now, instead of when the changes are noticed. */
async function compareFolders(story: Pick<Story, 'api'>, project: string): Promise<void> {
  const { sources } = await story.api<{ sources: readonly { id: number }[] }>(
    'GET',
    `/projects/${project}/sources`,
  )
  for (const { id } of sources) await story.api('POST', `/projects/${project}/sources/${id}/sync`)
}

/** Resolves when the project's imports have ended. */
export async function importsEnd(story: Pick<Story, 'api'>, project: string): Promise<void> {
  await until(async () => {
    const { jobs } = await story.api<{ jobs: readonly { kind: string; endedAt: string | null }[] }>(
      'GET',
      `/projects/${project}/jobs`,
    )
    if (jobs.length === 0 || jobs.some(({ endedAt }) => endedAt === null))
      throw new Error('An import has not ended')
  }, JOB_DEADLINE_MS)
}
