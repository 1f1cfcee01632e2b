/** Endings of files that are pictures, archives, programs and the like. */
const NO_DATA =
  /\.(png|jpe?g|gif|webp|avif|ico|bmp|tiff?|svgz?|pdf|docx?|xlsx?|pptx?|odt|ods|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|whl|jar|mp[34]|m4a|mov|avi|mkv|webm|wav|ogg|flac|woff2?|ttf|otf|eot|exe|dll|so|dylib|node|wasm|class|pyc|o|a|bin|sqlite3?|db|parquet|arrow|onnx|gguf|safetensors|map)$/i

/** Whether a file's name says that no catalog, query or log can be in it: it is not read. */
export const saysNoData = (path: string): boolean => NO_DATA.test(path)
