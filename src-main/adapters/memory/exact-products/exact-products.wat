;; Products of some rows of 32-bit numbers with one vector, each summed up in 64 bits from its first number to its last, as one by one.
(module
  (import "shared" "memory" (memory 1))
  (func (export "exactProducts")
    (param $stride i32)   ;; bytes of a row, a multiple of 16; the rows begin at 0
    (param $wanted i32)   ;; address of the numbers of the rows, in fours
    (param $count i32)    ;; how many they are, a multiple of 4
    (param $query i32)    ;; address of the vector, 64 bits a number, as long as a row
    (param $products i32) ;; address that gets $count numbers of 64 bits
    (local $end i32) (local $a i32) (local $b i32) (local $c i32) (local $d i32) (local $q i32) (local $last i32)
    (local $rowA v128) (local $rowB v128) (local $rowC v128) (local $rowD v128)
    (local $pair v128) (local $other v128) (local $value v128) (local $sumAB v128) (local $sumCD v128)
    (local.set $end (i32.add (local.get $wanted) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $four
        (br_if $done (i32.ge_u (local.get $wanted) (local.get $end)))
        (local.set $a (i32.mul (local.get $stride) (i32.load (local.get $wanted))))
        (local.set $b (i32.mul (local.get $stride) (i32.load offset=4 (local.get $wanted))))
        (local.set $c (i32.mul (local.get $stride) (i32.load offset=8 (local.get $wanted))))
        (local.set $d (i32.mul (local.get $stride) (i32.load offset=12 (local.get $wanted))))
        (local.set $last (i32.add (local.get $a) (local.get $stride)))
        (local.set $q (local.get $query))
        (local.set $sumAB (v128.const i64x2 0 0))
        (local.set $sumCD (v128.const i64x2 0 0))
        (loop $part
          (local.set $rowA (v128.load (local.get $a)))
          (local.set $rowB (v128.load (local.get $b)))
          (local.set $rowC (v128.load (local.get $c)))
          (local.set $rowD (v128.load (local.get $d)))
          ;; The first two numbers of two rows side by side, then the other two.
          (local.set $pair (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $rowA) (local.get $rowB)))
          (local.set $other (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $rowC) (local.get $rowD)))
          (local.set $value (v128.load64_splat (local.get $q)))
          (local.set $sumAB (f64x2.add (local.get $sumAB) (f64x2.mul (local.get $value) (f64x2.promote_low_f32x4 (local.get $pair)))))
          (local.set $sumCD (f64x2.add (local.get $sumCD) (f64x2.mul (local.get $value) (f64x2.promote_low_f32x4 (local.get $other)))))
          (local.set $value (v128.load64_splat offset=8 (local.get $q)))
          (local.set $sumAB (f64x2.add (local.get $sumAB) (f64x2.mul (local.get $value) (f64x2.promote_low_f32x4 (call $high (local.get $pair))))))
          (local.set $sumCD (f64x2.add (local.get $sumCD) (f64x2.mul (local.get $value) (f64x2.promote_low_f32x4 (call $high (local.get $other))))))
          (local.set $pair (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $rowA) (local.get $rowB)))
          (local.set $other (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $rowC) (local.get $rowD)))
          (local.set $value (v128.load64_splat offset=16 (local.get $q)))
          (local.set $sumAB (f64x2.add (local.get $sumAB) (f64x2.mul (local.get $value) (f64x2.promote_low_f32x4 (local.get $pair)))))
          (local.set $sumCD (f64x2.add (local.get $sumCD) (f64x2.mul (local.get $value) (f64x2.promote_low_f32x4 (local.get $other)))))
          (local.set $value (v128.load64_splat offset=24 (local.get $q)))
          (local.set $sumAB (f64x2.add (local.get $sumAB) (f64x2.mul (local.get $value) (f64x2.promote_low_f32x4 (call $high (local.get $pair))))))
          (local.set $sumCD (f64x2.add (local.get $sumCD) (f64x2.mul (local.get $value) (f64x2.promote_low_f32x4 (call $high (local.get $other))))))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (local.set $a (i32.add (local.get $a) (i32.const 16)))
          (local.set $b (i32.add (local.get $b) (i32.const 16)))
          (local.set $c (i32.add (local.get $c) (i32.const 16)))
          (local.set $d (i32.add (local.get $d) (i32.const 16)))
          (br_if $part (i32.lt_u (local.get $a) (local.get $last))))
        (v128.store (local.get $products) (local.get $sumAB))
        (v128.store offset=16 (local.get $products) (local.get $sumCD))
        (local.set $products (i32.add (local.get $products) (i32.const 32)))
        (local.set $wanted (i32.add (local.get $wanted) (i32.const 16)))
        (br $four))))
  ;; The upper half of a vector in place of the lower.
  (func $high (param $lanes v128) (result v128)
    (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $lanes) (local.get $lanes))))
