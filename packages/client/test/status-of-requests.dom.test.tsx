import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useGeneralStatus } from '../src/app/shell/status/use-status.ts'
import { useScan } from '../src/features/files/repository/use-repository-form.ts'
import { useFolderScan } from '../src/lib/folders/use-folder-scan.ts'
import { SavingContext } from '../src/lib/saving/use-saving.ts'
import { savingOf } from './saving-of.ts'

const place = document.createElement('div')
document.body.append(place)
let root: Root

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

/** Starts one of the requests when it is pressed; none of them gets a response. */
function Screen({ what }: { readonly what: 'change' | 'folder' | 'repository' }) {
  const change = useMutation({ mutationFn: () => fetch('/api') })
  const folder = useFolderScan()
  const branch = { repository: 'https://git.example/shop', branch: 'main' }
  const repository = useScan(branch, async () => {
    await fetch('/api')
    return branch
  })
  const start = {
    change: () => change.mutate(),
    folder: folder.scan,
    repository: () => repository.scan(branch),
  }
  const isBusy = change.isPending || folder.isScanning || repository.isScanning
  return (
    <button type="button" onClick={start[what]}>
      {isBusy ? 'busy' : 'idle'} {useGeneralStatus().kind}
    </button>
  )
}

test.each([
  ['change', 'saving'],
  ['folder', 'saved'],
  ['repository', 'saved'],
] as const)('during a request of the kind “%s” the status is “%s”', async (what, status) => {
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <SavingContext value={savingOf('user:1')}>
        <Screen what={what} />
      </SavingContext>
    </QueryClientProvider>,
  )
  await expect.poll(() => place.textContent).toBe('idle saved')
  place.querySelector('button')?.click()
  await expect.poll(() => place.textContent).toBe(`busy ${status}`)
})
