;; Dot products of many eight-bit rows with one sixteen-bit query, four rows at a time.
(module
  (import "shared" "memory" (memory 1))
  (func (export "dotProducts")
    (param $rows i32)   ;; address of the rows, each $stride bytes
    (param $stride i32) ;; a multiple of 16
    (param $count i32)  ;; a multiple of 4
    (param $query i32)  ;; address of the query, $stride whole numbers of 16 bits
    (param $sums i32)   ;; address that gets $count whole numbers of 32 bits
    (local $end i32) (local $a i32) (local $b i32) (local $c i32) (local $d i32) (local $q i32) (local $last i32)
    (local $low v128) (local $high v128)
    (local $sumA v128) (local $sumB v128) (local $sumC v128) (local $sumD v128)
    (local.set $end (i32.add (local.get $sums) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $a (local.get $rows))
    (block $done
      (loop $four
        (br_if $done (i32.ge_u (local.get $sums) (local.get $end)))
        (local.set $b (i32.add (local.get $a) (local.get $stride)))
        (local.set $c (i32.add (local.get $b) (local.get $stride)))
        (local.set $d (i32.add (local.get $c) (local.get $stride)))
        (local.set $last (local.get $b))
        (local.set $q (local.get $query))
        (local.set $sumA (v128.const i64x2 0 0))
        (local.set $sumB (v128.const i64x2 0 0))
        (local.set $sumC (v128.const i64x2 0 0))
        (local.set $sumD (v128.const i64x2 0 0))
        (loop $sixteen
          (local.set $low (v128.load (local.get $q)))
          (local.set $high (v128.load offset=16 (local.get $q)))
          (local.set $sumA (i32x4.add (local.get $sumA) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (v128.load8x8_s (local.get $a)))
            (i32x4.dot_i16x8_s (local.get $high) (v128.load8x8_s offset=8 (local.get $a))))))
          (local.set $sumB (i32x4.add (local.get $sumB) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (v128.load8x8_s (local.get $b)))
            (i32x4.dot_i16x8_s (local.get $high) (v128.load8x8_s offset=8 (local.get $b))))))
          (local.set $sumC (i32x4.add (local.get $sumC) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (v128.load8x8_s (local.get $c)))
            (i32x4.dot_i16x8_s (local.get $high) (v128.load8x8_s offset=8 (local.get $c))))))
          (local.set $sumD (i32x4.add (local.get $sumD) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (v128.load8x8_s (local.get $d)))
            (i32x4.dot_i16x8_s (local.get $high) (v128.load8x8_s offset=8 (local.get $d))))))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (local.set $a (i32.add (local.get $a) (i32.const 16)))
          (local.set $b (i32.add (local.get $b) (i32.const 16)))
          (local.set $c (i32.add (local.get $c) (i32.const 16)))
          (local.set $d (i32.add (local.get $d) (i32.const 16)))
          (br_if $sixteen (i32.lt_u (local.get $a) (local.get $last))))
        ;; Each sum has four lanes: they are added up across.
        (i32.store (local.get $sums) (call $across (local.get $sumA)))
        (i32.store offset=4 (local.get $sums) (call $across (local.get $sumB)))
        (i32.store offset=8 (local.get $sums) (call $across (local.get $sumC)))
        (i32.store offset=12 (local.get $sums) (call $across (local.get $sumD)))
        (local.set $sums (i32.add (local.get $sums) (i32.const 16)))
        (local.set $a (local.get $d))
        (br $four))))
  (func $across (param $lanes v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes)))
      (i32.add (i32x4.extract_lane 2 (local.get $lanes)) (i32x4.extract_lane 3 (local.get $lanes))))))
