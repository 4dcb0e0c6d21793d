import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useSearch,
} from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import type { EditorProps } from '../features/translations/Editor.tsx'
import { useEditorAddress } from './use-editor-address.ts'

const LIST = '/p/shop/translate/de'

let root: Root
let shown: EditorProps['onSearch'] | undefined
afterEach(() => {
  root.unmount()
  shown = undefined
})

function Probe() {
  shown = useEditorAddress('shop', 'de', useSearch({ strict: false })).showSearch
  return null
}

/** Opens the editor after another screen. Returns the history. */
async function openEditor(at: string) {
  const top = createRootRoute()
  const editor = createRoute({
    getParentRoute: () => top,
    path: '/p/$project/translate/$language',
    component: Probe,
  })
  const other = createRoute({ getParentRoute: () => top, path: '/other' })
  const history = createMemoryHistory({ initialEntries: ['/other', at] })
  const router = createRouter({ routeTree: top.addChildren([editor, other]), history })
  root = createRoot(document.createElement('div'))
  root.render(<RouterProvider router={router} />)
  await expect.poll(() => router.state.status).toBe('idle')
  await expect.poll(() => shown).toBeDefined()
  return history
}

const showSearch: EditorProps['onSearch'] = (change, how) => shown?.(change, how)
const open = (key: number, how: 'push' | 'replace') => showSearch((last) => ({ ...last, key }), how)
const backToList = () => showSearch(({ key: _, ...rest }) => rest, 'back')

test('after a string was opened from the list, the list is the entry before it again', async () => {
  const history = await openEditor(LIST)
  open(5, 'push')
  await expect.poll(() => history.location.href).toBe(`${LIST}?key=5`)
  open(6, 'replace')
  await expect.poll(() => history.location.href).toBe(`${LIST}?key=6`)
  showSearch((last) => ({ ...last, panel: 'history' }), 'replace')
  await expect.poll(() => history.location.href).toBe(`${LIST}?key=6&panel=history`)
  backToList()
  await expect.poll(() => history.location.href).toBe(LIST)
  history.back()
  await expect.poll(() => history.location.href).toBe('/other')
})

test('a string that a link has opened is replaced by the list', async () => {
  const history = await openEditor(`${LIST}?key=5`)
  backToList()
  await expect.poll(() => history.location.href).toBe(LIST)
  expect(history.length).toBe(2)
  history.back()
  await expect.poll(() => history.location.href).toBe('/other')
})
