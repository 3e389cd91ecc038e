/** A promise and the function that settles it. */
export function gate<T = void>() {
  let open: (value: T) => void = () => {}
  const passed = new Promise<T>((resolve) => {
    open = resolve
  })
  return { passed, open }
}
