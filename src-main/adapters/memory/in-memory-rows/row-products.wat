;; Dot products of many rows of 32-bit numbers with one vector, four rows and four numbers at a time.
(module
  (import "shared" "memory" (memory 1))
  (func (export "dotProducts")
    (param $rows i32)     ;; address of the rows, each $stride bytes
    (param $stride i32)   ;; a multiple of 16
    (param $count i32)    ;; a multiple of 4
    (param $query i32)    ;; address of the vector, as long as a row
    (param $products i32) ;; address that gets $count numbers
    (local $end i32) (local $a i32) (local $b i32) (local $c i32) (local $d i32) (local $q i32) (local $last i32)
    (local $part v128)
    (local $sumA v128) (local $sumB v128) (local $sumC v128) (local $sumD v128)
    (local.set $end (i32.add (local.get $products) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $a (local.get $rows))
    (block $done
      (loop $four
        (br_if $done (i32.ge_u (local.get $products) (local.get $end)))
        (local.set $b (i32.add (local.get $a) (local.get $stride)))
        (local.set $c (i32.add (local.get $b) (local.get $stride)))
        (local.set $d (i32.add (local.get $c) (local.get $stride)))
        (local.set $last (local.get $b))
        (local.set $q (local.get $query))
        (local.set $sumA (v128.const i64x2 0 0))
        (local.set $sumB (v128.const i64x2 0 0))
        (local.set $sumC (v128.const i64x2 0 0))
        (local.set $sumD (v128.const i64x2 0 0))
        (loop $part
          (local.set $part (v128.load (local.get $q)))
          (local.set $sumA (f32x4.add (local.get $sumA) (f32x4.mul (local.get $part) (v128.load (local.get $a)))))
          (local.set $sumB (f32x4.add (local.get $sumB) (f32x4.mul (local.get $part) (v128.load (local.get $b)))))
          (local.set $sumC (f32x4.add (local.get $sumC) (f32x4.mul (local.get $part) (v128.load (local.get $c)))))
          (local.set $sumD (f32x4.add (local.get $sumD) (f32x4.mul (local.get $part) (v128.load (local.get $d)))))
          (local.set $q (i32.add (local.get $q) (i32.const 16)))
          (local.set $a (i32.add (local.get $a) (i32.const 16)))
          (local.set $b (i32.add (local.get $b) (i32.const 16)))
          (local.set $c (i32.add (local.get $c) (i32.const 16)))
          (local.set $d (i32.add (local.get $d) (i32.const 16)))
          (br_if $part (i32.lt_u (local.get $a) (local.get $last))))
        ;; Each sum has four lanes: they are added up across.
        (f32.store (local.get $products) (call $across (local.get $sumA)))
        (f32.store offset=4 (local.get $products) (call $across (local.get $sumB)))
        (f32.store offset=8 (local.get $products) (call $across (local.get $sumC)))
        (f32.store offset=12 (local.get $products) (call $across (local.get $sumD)))
        (local.set $products (i32.add (local.get $products) (i32.const 16)))
        (local.set $a (local.get $d))
        (br $four))))
  (func $across (param $lanes v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $lanes)) (f32x4.extract_lane 1 (local.get $lanes)))
      (f32.add (f32x4.extract_lane 2 (local.get $lanes)) (f32x4.extract_lane 3 (local.get $lanes))))))
