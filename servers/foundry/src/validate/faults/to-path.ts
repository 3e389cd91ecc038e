/** Where a value is in a file: the keys from the outside in. */
export type Place = readonly (string | number)[]

/** Writes a place as the path of a finding; a key with other characters is quoted in brackets. */
export function toPath(place: Place): string {
  let path = ''
  for (const key of place) {
    if (typeof key === 'number') path += `[${key}]`
    else if (!/^[\w-]+$/.test(key)) path += `[${JSON.stringify(key)}]`
    else path += path === '' ? key : `.${key}`
  }
  return path
}
