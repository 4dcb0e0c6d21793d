import { act, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { useDocumentTitle, useProjectTitle } from './document-title.ts'

// Only the React for development runs effects twice in StrictMode.
vi.hoisted(() => {
  process.env.NODE_ENV = 'development'
})
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

function Screen({ title }: { readonly title: string }) {
  useDocumentTitle(title)
  return null
}

function Project({ name, title }: { readonly name: string; readonly title: string }) {
  useProjectTitle(name)
  return <Screen title={title} />
}

test('a title contains screen and project, and the project disappears with its screens', async () => {
  const root = createRoot(document.createElement('div'))
  const draw = (node: React.ReactNode) => act(async () => root.render(<StrictMode>{node}</StrictMode>))
  await draw(<Project name="Demo shop" title="Deutsch · checkout – Translate" />)
  expect(document.title).toBe('Deutsch · checkout – Translate · Demo shop · Dragoman')
  await draw(<Project name="Demo shop" title="Keys" />)
  expect(document.title).toBe('Keys · Demo shop · Dragoman')
  await draw(<Screen title="Projects" />)
  expect(document.title).toBe('Projects · Dragoman')
})
