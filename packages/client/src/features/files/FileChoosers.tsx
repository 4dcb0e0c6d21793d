import { type InputHTMLAttributes, useImperativeHandle, useRef } from 'react'
import { type FoundFiles, filesOfList } from './dropped-files.ts'

/** Opens the browser's dialogs to choose files, or a folder. */
export type FileChooser = { readonly chooseFiles: () => void; readonly chooseFolder: () => void }

/** The fields behind the buttons that import files. */
export function FileChoosers({
  ref,
  extensions,
  onFiles,
}: {
  readonly ref: React.Ref<FileChooser>
  /** Of the files that can be imported. */
  readonly extensions: readonly string[]
  readonly onFiles: (found: FoundFiles) => void
}) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({
    chooseFiles: () => files.current?.click(),
    chooseFolder: () => folder.current?.click(),
  }))
  const onChange: InputHTMLAttributes<HTMLInputElement>['onChange'] = (event) => {
    onFiles(filesOfList(event.target.files))
    event.target.value = ''
  }
  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={[...extensions, '.zip'].join(',')}
        onChange={onChange}
      />
      <input ref={folder} type="file" hidden {...{ webkitdirectory: '' }} onChange={onChange} />
    </>
  )
}
